import 'server-only'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'

const calmTurns = 4
const mostTurns = 1_000

/**
 * Closes a server without losing a word: resolves when every connection that was made has ended. One that never asks anything keeps it
 * waiting, so the caller bounds the wait. The system makes connections before the process takes them, one a turn of its loop, and cuts
 * those not yet taken when the server is closed; so that is done in a turn before which none waited.
 */
export async function closeServer(server: Server): Promise<void> {
  let calm = 0
  const taken = () => {
    calm = 0
  }
  server.on('connection', taken)
  for (let turn = 0; calm < calmTurns && turn < mostTurns; turn += 1) {
    await setImmediate()
    calm += 1
  }
  server.off('connection', taken)
  await new Promise((resolve) => server.close(resolve))
}
