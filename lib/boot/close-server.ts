import 'server-only'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'

const calmTurns = 4
const maxTurns = 1_000

/**
 * Closes a server without losing a word: resolves when every connection that was made has ended. One that never asks anything keeps it
 * waiting, so the caller bounds the wait. The system accepts connections before the process takes them, one per turn of its loop, and drops
 * those not yet taken when the server closes. So the server is closed in a turn with no pending connections.
 */
export async function closeServer(server: Server): Promise<void> {
  let calm = 0
  const taken = () => {
    calm = 0
  }
  server.on('connection', taken)
  for (let turn = 0; calm < calmTurns && turn < maxTurns; turn += 1) {
    await setImmediate()
    calm += 1
  }
  server.off('connection', taken)
  await new Promise((resolve) => server.close(resolve))
}
