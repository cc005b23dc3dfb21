import 'server-only'
import * as z from 'zod/mini'
import { masked } from '@/lib/core/masking'
import { invalid } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import type { Fact } from '@/lib/operations/effects/facts'
import { day, uuid, whole } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { answerSigned } from '@/lib/people/server/answer-signed'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { log } from '@/lib/platform/log'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import type { KnownNow } from '../known'
import type { RecentBuyer } from '../recent-buyer'
import { eraseBuyer } from './erase'
import { saveFacts } from './facts'
import { knownForPeople } from './known-for-people'
import { purgeWhenDue } from './purge'
import { recentBuyers } from './recent-buyers'
import { retentionDays, setRetention } from './retention'

type OfBuyer = { buyerId: string }

/** `GET /api/desk/buyers/{buyerId}/known`: what is stored of the buyer, masked, with the age and the source of each fact. Asks the service nothing. */
export const known = async (request: Request, person: Person, params: OfBuyer): Promise<KnownNow> =>
  knownForPeople(person, merchantFor(request, person).code, idIn(params.buyerId))

const typed = z.union(
  [
    z.strictObject({
      subscriptionId: uuid,
      productName: z.optional(keptLine(120)),
      endDate: z.optional(day),
      autoChargeStatus: z.optional(z.boolean('Send true or false')),
    }),
    z.strictObject({ tokenId: whole(1, 2_147_483_647), isEnabled: z.boolean('Send true or false') }),
  ],
  'Send a subscriptionId or a tokenId, with the facts you know',
)

/** `POST /api/desk/buyers/{buyerId}/facts`: what a person has read elsewhere, kept as their word. It is marked as typed wherever it is shown. */
export async function typeFacts(request: Request, person: Person, params: OfBuyer): Promise<KnownNow | Response> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person).code
  const facts = factsTyped(checked(typed, await readJson(request)))
  if (facts.length === 0) throw invalid([{ field: '', title: 'Send at least one fact' }])
  return answerOnce(
    askedIn(request, person, { what: 'typeFacts', merchant, content: { buyerId, facts } }),
    (claim) => keepTyped(person, { merchant, buyerId, facts }, claim),
    () => knownForPeople(person, merchant, buyerId),
  )
}

type Typed = { merchant: string; buyerId: string; facts: Fact[] }

async function keepTyped(person: Person, { merchant, buyerId, facts }: Typed, claim: Claim): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    const detail = masked({ facts })
    await append(tx, {
      kind: 'typed',
      actionId: null,
      accountId: person.accountId,
      person: person.name,
      merchant,
      operation: null,
      buyerId,
      ticket: null,
      detail,
    })
    await saveFacts(facts, { merchant, buyerId, source: 'person', operation: null, person: person.name }, tx)
  })
}

function factsTyped(given: z.output<typeof typed>): Fact[] {
  if ('tokenId' in given) return [{ entity: `token:${given.tokenId}`, field: 'isEnabled', value: given.isEnabled }]
  const { subscriptionId, productName, endDate, autoChargeStatus } = given
  const typedValues = {
    product: productName ? { name: productName } : undefined,
    // A day without a time: noon is that day nearly everywhere, and what is typed is shown without its time.
    endDate: endDate && `${endDate}T12:00:00+00:00`,
    autoChargeStatus,
  }
  return Object.entries(typedValues).flatMap(([field, value]) =>
    value === undefined ? [] : [{ entity: `subscription:${subscriptionId}`, field, value }],
  )
}

/** `GET /api/desk/recent`: the buyers the person opened last in the merchant account. */
export const recent = async (request: Request, person: Person): Promise<{ buyers: RecentBuyer[] }> => ({
  buyers: await recentBuyers(person, merchantFor(request, person).code),
})

/** How long what is known of buyers is kept: days since it was seen last, or null for ever. */
export type Retention = { days: number | null }

const retentionBody = z.strictObject({ days: z.nullable(whole(1, 3_650)) })

/** `GET /api/desk/retention` */
export const retention = async (): Promise<Retention> => ({ days: await retentionDays() })

/** `PUT /api/desk/retention` */
export async function putRetention(request: Request, person: Person): Promise<Retention | Response> {
  const { days } = checked(retentionBody, await readJson(request))
  const merchant = merchantFor(request, person).code
  return answerOnce(
    askedIn(request, person, { what: 'putRetention', merchant, content: { days } }),
    async (claim) => {
      await setRetention(person, merchant, days, claim)
      purgeWhenDue().catch((cause: unknown) => log.error({ err: cause }, 'not_purged'))
    },
    () => ({ days }),
  )
}

const erasure = z.strictObject({ buyerId: uuid, confirmation: z.string() }).check(
  z.refine(({ buyerId, confirmation }) => confirmation.trim().toLowerCase() === buyerId.slice(-4), {
    path: ['confirmation'],
    message: 'Enter the last four characters of the buyer id',
  }),
)

type Erased = { facts: number; keys: number }

/** `POST /api/desk/erasures`: erases a buyer here, after the end of their id has been typed. */
export async function erase(request: Request, person: Person): Promise<Erased | Response> {
  const { buyerId } = checked(erasure, await readJson(request))
  const merchant = merchantFor(request, person).code
  return answerSigned<Erased, Erased>(
    askedIn(request, person, { what: 'erase', merchant, content: { buyerId } }),
    person,
    {
      act: 'erasure',
      shows: { buyer: buyerId },
      entry: { kind: 'erased', buyer: buyerId },
      facts: async () => ({ values: buyerId }),
    },
    (claim) => eraseBuyer(person, merchant, buyerId, claim),
    (first) => first,
  )
}
