import type { Reading } from './reading'

/** An event that is stored: two of the same key say the same thing of the same moment, and their digests say whether in the same words. */
export type Stored = { id: string; key: string; digest: string; reading: Reading }

/** What becomes of an event: it holds, a later one does, or another one contradicts it. */
export type Standing = 'taken' | 'older' | 'differs'

/**
 * Of all stored events about one subscription or charge, what each is worth. It depends on which events there are and never on the order in
 * which they came, as the service promises none. The one that is `taken` is what the thing is like now, as far as events tell; there is none
 * where all that could be it contradict each other.
 */
export function standings(events: readonly Stored[]): Map<string, Standing> {
  const contradicted = contradictedKeys(events)
  const sound = events.filter(({ key }) => !contradicted.has(key))
  const newest = sound.toSorted(byRank).at(-1)
  const rivals = newest ? sound.filter((each) => isRivalOf(newest, each)) : []
  return new Map(
    events.map(({ id, key }) => {
      if (contradicted.has(key) || (rivals.length > 1 && rivals.some((rival) => rival.id === id))) return [id, 'differs']
      return [id, id === newest?.id ? 'taken' : 'older']
    }),
  )
}

/** The same action on the same thing at the same moment in other words: nobody can say which is true. */
function contradictedKeys(events: readonly Stored[]): Set<string> {
  const digests = new Map<string, string>()
  const contradicted = new Set<string>()
  for (const { key, digest } of events) {
    if ((digests.get(key) ?? digest) !== digest) contradicted.add(key)
    digests.set(key, digest)
  }
  return contradicted
}

/** How far a charge has come: its events all bear the time at which it was made, so its status says which is later. */
const chargeRanks = ['created', 'redirected', 'confirmed', 'deferred', 'authorized', 'verified']
const finalStatuses = new Set(['captured', 'settled', 'declined', 'failed'])
const ended = new Set(['suspended', 'disabled'])

const statusOf = ({ reading: { thing } }: Stored) => thing?.of.status ?? ''

function rankOf(event: Stored): number {
  const status = statusOf(event)
  if (event.reading.thing?.kind === 'subscription') return ended.has(status) ? 1 : 0
  return finalStatuses.has(status) ? chargeRanks.length : chargeRanks.indexOf(status)
}

function byRank(a: Stored, b: Stored): number {
  const later = a.reading.thing?.kind === 'subscription' ? compared(momentOf(a), momentOf(b)) : 0
  return later || rankOf(a) - rankOf(b) || compared(momentOf(a), momentOf(b)) || compared(a.key, b.key)
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const momentOf = ({ reading }: Stored) => reading.saidAt ?? ''

/** Two ends of a charge, or two states of a subscription at one moment, of which neither is later. */
function isRivalOf(newest: Stored, other: Stored): boolean {
  if (other.id === newest.id) return true
  if (rankOf(other) !== rankOf(newest)) return false
  if (newest.reading.thing?.kind === 'charge') return finalStatuses.has(statusOf(newest)) && statusOf(other) !== statusOf(newest)
  return momentOf(other) === momentOf(newest) && JSON.stringify(other.reading.thing) !== JSON.stringify(newest.reading.thing)
}
