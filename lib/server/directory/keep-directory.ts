import 'server-only'
import { forgetCountedBuyers } from '../limits/note-buyer'
import { log } from '../log'
import { indexPending } from './pending'
import { purgeWhenDue } from './purge'

const indexEveryMs = 5_000
const purgeEveryMs = 10 * 60_000

/** At boot and now and then: what passed and was not brought into the directory is, and what is too old or counted long ago goes. */
export function keepDirectory(): void {
  repeatedly(indexPending, indexEveryMs, 'directory_behind')
  repeatedly(purgeWhenDue, purgeEveryMs, 'not_purged')
  repeatedly(forgetCountedBuyers, purgeEveryMs, 'buyers_not_forgotten')
}

function repeatedly(work: () => Promise<unknown>, everyMs: number, fault: string): void {
  const once = () => void work().catch((cause: unknown) => log.error({ err: cause }, fault))
  once()
  setInterval(once, everyMs).unref()
}
