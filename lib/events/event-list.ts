/** What became of an event: not read yet, or what it is worth. */
export const eventStates = ['received', 'taken', 'older', 'differs', 'foreign', 'unreadable', 'test'] as const
export type EventState = (typeof eventStates)[number]

/** An event in the list. `who`: the buyer’s masked e-mail or name, null where neither is known here. */
export type EventShown = {
  id: string
  receivedAt: string
  copies: number
  action: string | null
  buyerId: string | null
  who: string | null
  /** In service time, as the event gives it. */
  saidAt: string | null
  state: EventState
  why: string | null
  /** It settled an unconfirmed action. */
  settled: boolean
}

/** Which events an alert counted. */
export const countedAs = ['declined', 'chargebacks', 'all'] as const
export type CountedAs = (typeof countedAs)[number]

/** What an alert counted: events that came after one moment (ISO in UTC) and until another, of one provider where it was one's. */
export type Counted = { counted: CountedAs; since: string; until: string; provider?: string }

/** What stands for a provider whose name may be personal begins so, and no plain name does. */
export const unnamedBegins = '?'

/** What an address leads to of what an alert counted; null where it says nothing of that. */
export function countedIn(given: Record<string, string | string[] | undefined>): Counted | null {
  const { counted, since, until, provider } = given
  const as = countedAs.find((each) => each === counted)
  if (as === undefined || typeof since !== 'string' || typeof until !== 'string') return null
  return { counted: as, since, until, ...(typeof provider === 'string' && { provider }) }
}

/** `left`: of those that couldn't be used. */
export type EventFilter = { state?: EventState | 'left'; action?: string } & Partial<Counted>

/** The page with the events that an alert counted. */
export const countedPath = ({ counted, since, until, provider }: Counted): string =>
  `/settings/events?${new URLSearchParams({ counted, since, until, ...(provider !== undefined && { provider }) })}`

export type EventPage = { data: EventShown[]; meta: { type: 'collection'; asOf: string; next: string | null } }

/** An event with what we read in it, and the text that came, both without what is personal. */
export type EventInDetail = EventShown & {
  lastReceivedAt: string
  /** The end of the address that it came to; null for one that was imported. */
  addressTail: string | null
  /** What it says, in pairs of a term and its value; none where nothing could be read. */
  said: [term: string, value: string][]
  /** Null where it isn't JSON: nobody can say what in it is personal. */
  raw: string | null
  bytes: number
  settledAction: string | null
}
