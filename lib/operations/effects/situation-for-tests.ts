import type { Effect, KnownThing, Situation } from './effect'

export const observedAt = '2026-05-14T12:02:00.000Z'

/** Facts as if a read had told them. */
export const knownOf = (values: Record<string, unknown>): KnownThing =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      { value, observedAt, source: 'read', operation: 'listSubscriptions', person: null } as const,
    ]),
  )

/** Noon of 14 May 2026 in the zone of the account, UTC unless said otherwise. */
export const situationOf = (values: Record<string, unknown>, more: Partial<Situation> = {}): Situation => ({
  known: knownOf(values),
  now: new Date('2026-05-14T12:06:00Z'),
  zone: 'UTC',
  ...more,
})

export const active = { status: 'active', autoChargeStatus: true, endDate: '2026-06-30T12:55:48+00:00', isTokenized: true }

export const ofSubscription = {
  buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787',
  subscriptionId: '3ab9ff0c-a838-4084-83f1-97edc016c350',
}
export const ofBuyer = { buyerId: ofSubscription.buyerId }

/** The rows as `label: before > after`; what is not known is a question mark. */
export const rowsIn = ({ rows }: Effect) => rows.map(({ label, before, after }) => `${label}: ${before ?? '?'} > ${after ?? '?'}`)

/** The dated sentences as `from..until says`, and a mark on the dangerous ones. */
export const laterIn = ({ later }: Effect) =>
  later.map(({ from, until, says, danger }) => {
    const bounds = [from, until].map((iso) => iso?.replace(/:\d\d\.\d{3}Z$/, '') ?? '')
    return `${danger ? '! ' : ''}${from || until ? `${bounds.join('..')} ` : ''}${says}`
  })
