import type { StatusEntry, Subscription } from '../records'

const mostKept = 100

/** Notes what became of a subscription, and why. Of very many entries the oldest are dropped: a stand-in may run for weeks. */
export function noteStatus({ statusInfo }: Subscription, entry: StatusEntry): void {
  statusInfo.push(entry)
  if (statusInfo.length > mostKept) statusInfo.splice(0, statusInfo.length - mostKept)
}
