import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from './browser'
import { buyers } from './targets'

/** Dates of answers are whole seconds, and an answer is under way for a moment. */
const movedMs = 5_000

type Moved = { servers: { standinAddress: string }; live: readonly string[]; ahead: number; manager: Browser }

/** Waits until the service and every live copy go by the clock as it was moved, and lets each copy measure the service's clock anew. */
export async function allMoved({ servers, live, ahead, manager }: Moved): Promise<void> {
  await untilMoved(`${servers.standinAddress}/standin/health`, ahead)
  for (const address of live) await untilMoved(`${address}/api/desk/health/live`, ahead)
  // What a copy measured while the clocks were moved one after the other would mislead it.
  for (const address of live) await manager.ask(address, 'GET', `/api/v3/buyers/${buyers[0]?.id}/tokens`).catch(() => null)
}

/** A process that doesn't answer is being ended, and starts with the clock as it is. */
async function untilMoved(address: string, ahead: number): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    if (answer === null) return
    await answer.text()
    if (Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now() - ahead) < movedMs) return
    await wait(10)
  }
}
