import 'server-only'
import * as z from 'zod/mini'
import { indexPending } from '@/lib/knowledge/server/directory'
import { erase } from '@/lib/knowledge/server/handlers'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson, searchIn } from '@/lib/platform/request'
import type { EventsOverview, NewAddress } from '../overview'
import { maxRanges } from '../settings'
import { forgetAddresses, makeAddress, revokeAddress } from './addresses'
import { eventsAt, eventsOverview } from './overview'
import { readEvents } from './read-events'
import { isRange, setEventSettings } from './settings'

const listed = z.strictObject({ state: z.optional(z.literal('left', 'Send left, or leave it out')) })

/** `GET /api/desk/events`: how the merchant account's events come in. With `state=left` the list has only those that weren't taken. */
export const events = (request: Request, person: Person): Promise<EventsOverview> =>
  eventsOverview(merchantFor(request, person).code, checked(listed, searchIn(request)).state)

/** `POST /api/desk/events/addresses`: makes an address. The answer is the only one that has its secret. */
export async function addAddress(request: Request, person: Person): Promise<NewAddress | Response> {
  checked(z.strictObject({}), await readJson(request))
  const { code } = merchantFor(request, person)
  return answerOnce<{ id: string; secret: string }, NewAddress>(
    askedIn(request, person, { what: 'addEventAddress', merchant: code, content: {} }),
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

const range = z.string().check(z.trim(), z.refine(isRange, 'Enter an IP address, or a range such as 198.51.100.0/24'))
const settingsBody = z.strictObject({
  from: z.array(range).check(z.maxLength(maxRanges, `Enter ${maxRanges} ranges or fewer`)),
  settles: z.enum(['never', 'read'], 'Send never or read'),
})

/** `PUT /api/desk/events/settings`: from where events may come, and whether one settles an action together with a read. */
export async function putEventSettings(request: Request, person: Person): Promise<EventsOverview | Response> {
  const wanted = checked(settingsBody, await readJson(request))
  const { code } = merchantFor(request, person)
  return answerOnce(
    askedIn(request, person, { what: 'putEventSettings', merchant: code, content: wanted }),
    async (claim) => {
      await setEventSettings(person, code, wanted, claim)
      forgetAddresses(code)
    },
    () => eventsOverview(code),
  )
}

/** `POST /api/desk/erasures`. What has come in is read first: an event that nobody has read yet names no buyer to erase it by. */
export async function eraseWithEvents(request: Request, person: Person): ReturnType<typeof erase> {
  await readEvents(request.signal)
  await indexPending() // what is still on its way into the directory would come there after the erasing
  return erase(request, person)
}
