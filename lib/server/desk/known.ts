import 'server-only'
import * as z from 'zod/mini'
import type { KnownNow } from '@/lib/known'
import { masked } from '@/lib/masking'
import { day, line, uuid, whole } from '@/lib/operations/schemas/scalars'
import { invalid } from '@/lib/problem'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { append } from '../journal/chain'
import { type Fact, learn } from '../knowledge/facts'
import { knownForPeople } from '../knowledge/known-for-people'
import { idIn } from './id-in'

type OfBuyer = { buyerId: string }

/** `GET /api/desk/buyers/{buyerId}/known`: what is stored of the buyer, masked, with the age and the source of each fact. Asks the service nothing. */
export const known = async (request: Request, person: Person, params: OfBuyer): Promise<KnownNow> =>
  knownForPeople(person, merchantFor(request, person).code, idIn(params.buyerId))

const typed = z.union(
  [
    z.strictObject({
      subscriptionId: uuid,
      productName: z.optional(line(120)),
      endDate: z.optional(day),
      autoChargeStatus: z.optional(z.boolean('Say true or false')),
    }),
    z.strictObject({ tokenId: whole(1, 2_147_483_647), isEnabled: z.boolean('Say true or false') }),
  ],
  'Give a subscriptionId or a tokenId, and what is known of it',
)

/** `POST /api/desk/buyers/{buyerId}/facts`: what a person has read elsewhere, kept as their word. It is marked as typed wherever it is shown. */
export async function typeFacts(request: Request, person: Person, params: OfBuyer): Promise<KnownNow> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person).code
  const facts = factsTyped(checked(typed, await readJson(request)))
  if (facts.length === 0) throw invalid([{ field: '', title: 'Give at least one fact' }])
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const detail = masked({ facts })
    await append(tx, {
      ...{ kind: 'typed', actionId: null, accountId: person.accountId, person: person.name },
      ...{ merchant, operation: null, buyerId, ticket: null, detail },
    })
    await learn(facts, { merchant, buyerId, source: 'person', operation: null, person: person.name }, tx)
  })
  return knownForPeople(person, merchant, buyerId)
}

function factsTyped(given: z.output<typeof typed>): Fact[] {
  if ('tokenId' in given) return [{ entity: `token:${given.tokenId}`, field: 'isEnabled', value: given.isEnabled }]
  const { subscriptionId, productName, endDate, autoChargeStatus } = given
  const told = {
    product: productName ? { name: productName } : undefined,
    // A day without a time: noon is that day nearly everywhere, and what is typed is shown without its time.
    endDate: endDate && `${endDate}T12:00:00+00:00`,
    autoChargeStatus,
  }
  return Object.entries(told).flatMap(([field, value]) =>
    value === undefined ? [] : [{ entity: `subscription:${subscriptionId}`, field, value }],
  )
}
