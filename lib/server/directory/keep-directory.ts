import 'server-only'
import { log } from '../log'
import { indexPending } from './pending'

const indexEveryMs = 5_000

/** At boot and every few seconds: what passed and was not brought into the directory is. People look for what they have just seen. */
export function keepDirectory(): void {
  const once = () => void indexPending().catch((cause: unknown) => log.error({ err: cause }, 'directory_behind'))
  once()
  setInterval(once, indexEveryMs).unref()
}
