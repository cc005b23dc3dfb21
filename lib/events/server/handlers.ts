import 'server-only'
import * as z from 'zod/mini'
import { indexPending } from '@/lib/knowledge/server/directory'
import { erase } from '@/lib/knowledge/server/handlers'
import { uuid } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { answerSigned } from '@/lib/people/server/answer-signed'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { log } from '@/lib/platform/log'
import { checked, readJson, searchIn } from '@/lib/platform/request'
import { decideRefund, postBatch } from '@/lib/refunds/server/handlers'
import { countedAs, type EventInDetail, type EventPage, eventStates } from '../event-list'
import type { EventsOverview, NewAddress } from '../overview'
import type { Replayed } from '../replay'
import { maxRanges } from '../settings'
import { forgetAddresses, makeAddress, revokeAddress } from './addresses'
import { eventInDetail, listEvents } from './list-events'
import { eventsAt, eventsOverview } from './overview'
import { readEvents } from './read-events'
import { replayByPerson } from './replay-events'
import { replayTimes, stretchOf } from './replay-stretch'
import { isRange, setEventSettings, widest } from './settings'

const day = z.optional(z.iso.date('Use YYYY-MM-DD for the day'))
const moment = z.optional(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'Use a time such as 2026-11-23T14:02:00.000Z')),
)
const listed = z
  .strictObject({
    state: z.optional(z.enum([...eventStates, 'left'], `Use ${eventStates.join(', ')} or left`)),
    action: z.optional(z.string().check(z.regex(/^[\w.-]{1,200}$/, 'Use the name of an action'))),
    buyerId: z.optional(uuid),
    from: day,
    to: day,
    counted: z.optional(z.enum(countedAs, `Use ${countedAs.join(', ')}`)),
    since: moment,
    until: moment,
    provider: z.optional(z.string().check(z.regex(/^[^\p{Cc}]{1,64}$/u, 'Use the name of a provider'))),
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'Use a number from 1 to 200'))),
    after: z.optional(z.string().check(z.maxLength(2_000))),
  })
  .check(z.refine(({ from = '', to = from }) => from <= to, { path: ['to'], error: 'Use a day that isn’t before the first' }))

/**
 * `GET /api/desk/events?state=&action=&buyerId=&from=&to=&limit=&after=`: the events that came, newest first. `left`: not used. With
 * `counted=&since=&until=&provider=` those that an alert counted.
 */
export async function events(request: Request, person: Person): Promise<EventPage> {
  const { limit = '50', after = null, ...query } = checked(listed, searchIn(request))
  return listEvents(merchantFor(request, person), query, { limit: Number(limit), after })
}

/** `GET /api/desk/events/{eventId}`: an event with what it says, and the text that came; both masked. */
export async function event(request: Request, person: Person, params: { eventId: string }): Promise<EventInDetail> {
  checked(z.strictObject({}), searchIn(request))
  return eventInDetail(merchantFor(request, person).code, idIn(params.eventId))
}

/** `GET /api/desk/events/overview`: how the merchant account's events come in. */
export async function overview(request: Request, person: Person): Promise<EventsOverview> {
  checked(z.strictObject({}), searchIn(request))
  return eventsOverview(merchantFor(request, person).code)
}

/** `POST /api/desk/events/addresses`: makes an address. The answer is the only one that has its secret. */
export async function addAddress(request: Request, person: Person): Promise<NewAddress | Response> {
  checked(z.strictObject({}), await readJson(request))
  const { code } = merchantFor(request, person)
  return answerSigned<{ id: string; secret: string }, NewAddress>(
    askedIn(request, person, { what: 'addEventAddress', merchant: code, content: {} }),
    person,
    {
      act: 'event-address',
      shows: { adds: 'an address for events' },
      entry: { kind: 'setting', setting: 'event-address' },
      facts: async () => ({ values: null }),
    },
    (claim) => makeAddress(person, code, claim),
    ({ id, secret }) => ({ id, address: `${eventsAt(code)}${secret}` }),
  )
}

/** `DELETE /api/desk/events/addresses/{addressId}`: from now on nothing is taken at it. */
export async function removeAddress(
  request: Request,
  person: Person,
  params: { addressId: string },
): Promise<EventsOverview | Response> {
  const id = idIn(params.addressId)
  const { code } = merchantFor(request, person)
  return answerOnce(
    askedIn(request, person, { what: 'removeEventAddress', merchant: code, content: { id } }),
    (claim) => revokeAddress(person, code, id, claim),
    () => eventsOverview(code),
  )
}

const rangeAdvice = `Enter an IP address, or a range such as 198.51.100.0/24. The widest are /${widest[4]}, and /${widest[6]} of IPv6`
const range = z.string().check(z.trim(), z.refine(isRange, rangeAdvice))
const settingsBody = z.strictObject({
  from: z.array(range).check(z.maxLength(maxRanges, `Enter ${maxRanges} ranges or fewer`)),
  settles: z.enum(['never', 'read'], 'Send never or read'),
})

/** `PUT /api/desk/events/settings`: from where events may come, and whether one settles an action together with a read. */
export async function putEventSettings(request: Request, person: Person): Promise<EventsOverview | Response> {
  const settings = checked(settingsBody, await readJson(request))
  const { code } = merchantFor(request, person)
  return answerOnce(
    askedIn(request, person, { what: 'putEventSettings', merchant: code, content: settings }),
    async (claim) => {
      await setEventSettings(person, code, settings, claim)
      forgetAddresses(code)
    },
    () => eventsOverview(code),
  )
}

const replayBody = z.strictObject({ ...replayTimes, dryRun: z.optional(z.boolean('Send true or false')) })

/** `POST /api/desk/events/replay`: reads stored events again, or says what that would change. It settles nothing and asks nobody. */
export async function replay(request: Request, person: Person): Promise<Replayed | Response> {
  const { dryRun = false, ...times } = checked(replayBody, await readJson(request))
  const merchant = merchantFor(request, person)
  return answerOnce<Replayed, Replayed>(
    askedIn(request, person, { what: 'replayEvents', merchant: merchant.code, content: { ...times, dryRun } }),
    (claim) => replayByPerson(person, stretchOf(merchant, times), { isDryRun: dryRun, signal: request.signal, claim }),
    (replayed) => replayed,
  )
}

const patienceMs = 3_000

/** What has come in is read first: an event that nobody has read yet doesn't say whose money went back. It never keeps a refund waiting for long. */
const afterEvents =
  <Args extends [Request, ...unknown[]], Answer>(answer: (...given: Args) => Promise<Answer>) =>
  async (...given: Args): Promise<Answer> => {
    const signal = AbortSignal.any([given[0].signal, AbortSignal.timeout(patienceMs)])
    await readEvents(signal).catch((cause: unknown) => log.warn({ err: cause }, 'events_not_read_before_refund'))
    return answer(...given)
  }

/** `POST /api/desk/refunds/{refundId}/decide` */
export const decideWithEvents = afterEvents(decideRefund)

/** `POST /api/desk/refunds/batches` */
export const batchWithEvents = afterEvents(postBatch)

/** `POST /api/desk/erasures`. What has come in is read first: an event that nobody has read yet names no buyer to erase it by. */
export async function eraseWithEvents(request: Request, person: Person): ReturnType<typeof erase> {
  await readEvents(request.signal)
  await indexPending() // what is still on its way into the directory would come there after the erasing
  return erase(request, person)
}
