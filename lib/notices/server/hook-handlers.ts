import 'server-only'
import * as z from 'zod/mini'
import { invalid } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { answerSigned, type Signable } from '@/lib/people/server/answer-signed'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson, searchIn } from '@/lib/platform/request'
import { type Delivery, type Hook, type Hooks, hookFormats, type MadeHook } from '../hook'
import { type NoticeKind, noticeKinds } from '../notice'
import { type DeliveryRow, type HookRow, progressOf } from './deliveries'
import { changeHook, coversHook, hooksIn, makeHook, removeHook, sendAgain } from './hooks'

type OfHook = { hookId: string }
type OfDelivery = OfHook & { deliveryId: string }
const nothing = z.strictObject({})

const newest = 20
const maxGivenUp = 100

/** `GET /api/desk/hooks` */
export async function getHooks(request: Request, person: Person): Promise<Hooks> {
  checked(nothing, searchIn(request))
  return hooksFor(person)
}

/** The hooks that tell of nothing the person may not see, and what became of their deliveries. */
export async function hooksFor(person: Person): Promise<Hooks> {
  const store = await database()
  const rows = (await hooksIn(store)).filter((row) => coversHook(person, row))
  const data = await Promise.all(rows.map((row) => hookOf(store, person, row)))
  const hosts = env().HOOK_HOSTS.map(({ hostname, port }) => (port === '443' ? hostname : `${hostname}:${port}`))
  return { data, meta: { type: 'collection', total: data.length, hosts } }
}

async function hookOf(store: Database, person: Person, row: HookRow): Promise<Hook> {
  const progress = await progressOf(store, row.id)
  const counts = await store
    .selectFrom('hook_deliveries')
    .select(({ fn }) => ['state', fn.countAll<string | number>().as('count')])
    .where('hook_id', '=', row.id)
    .groupBy('state')
    .execute()
  const countOf = (state: Delivery['state']) => Number(counts.find((each) => each.state === state)?.count ?? 0)
  const failedSince = progress?.failed_since ?? null
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    format: row.format as Hook['format'],
    kinds: row.kinds.split(' ') as NoticeKind[],
    accounts: row.merchants?.split(' ') ?? null,
    on: row.is_on === 1,
    offWhy: row.off_why,
    failedSince,
    nextAt: row.is_on === 1 && failedSince !== null && countOf('waiting') > 0 ? progress?.due_at || null : null,
    lastAt: progress?.last_at ?? null,
    lastStatus: progress?.last_status ?? null,
    changedBy: row.person,
    changedAt: row.changed_at,
    waiting: countOf('waiting'),
    givenUp: countOf('given-up'),
    deliveries: await deliveriesOf(store, person, row),
  }
}

async function deliveriesOf(store: Database, person: Person, { id }: HookRow): Promise<Delivery[]> {
  const closed = closedTo(person)
  const of = () =>
    store
      .selectFrom('hook_deliveries')
      .selectAll()
      .where('hook_id', '=', id)
      .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
      .orderBy('seq', 'desc')
  const rows = await of().limit(newest).execute()
  const givenUp = await of().where('state', '=', 'given-up').limit(maxGivenUp).execute()
  const all = new Map([...rows, ...givenUp].map((row) => [row.id, row]))
  return [...all.values()].toSorted((one, other) => other.seq - one.seq).map(deliveryOf)
}

const deliveryOf = ({ id, kind, merchant, words, at, state, tries, status, ended_at }: DeliveryRow): Delivery => ({
  id,
  kind: kind as NoticeKind,
  account: env().merchants.find(({ code }) => code === merchant)?.name ?? merchant,
  words,
  at,
  state,
  tries,
  status,
  endedAt: ended_at,
})

const fields = {
  name: keptLine(60, 'Enter a name'),
  url: z.string('Enter an https address').check(z.maxLength(1_000, 'Use 1,000 characters or fewer')),
  format: z.enum(hookFormats, `Use ${hookFormats.join(' or ')}`),
  kinds: z
    .array(z.enum(noticeKinds, `Use ${noticeKinds.join(', ')}`))
    .check(z.minLength(1, 'Choose what it tells of'), z.maxLength(noticeKinds.length, 'Name each kind once')),
  accounts: z.nullable(z.array(z.string()).check(z.minLength(1, 'Choose at least one merchant account'), z.maxLength(100))),
}
const newHook = z.strictObject({ ...fields, accounts: z.optional(fields.accounts) })
const changes = z.partial(z.strictObject({ ...fields, on: z.boolean('Send true or false') }))

const inOrder = (kinds: readonly NoticeKind[]) => noticeKinds.filter((kind) => kinds.includes(kind))

/** `POST /api/desk/hooks`: makes a hook. Its secret is in this answer and nowhere else. */
export async function postHook(request: Request, person: Person): Promise<MadeHook | Response> {
  const given = checked(newHook, await readJson(request))
  const wanted = { ...given, kinds: inOrder(given.kinds), accounts: given.accounts ?? null }
  return answerSigned<MadeHook['data'], MadeHook>(
    askedIn(request, person, { what: 'postHook', content: given }),
    person,
    signableHook(null, given),
    (claim) => makeHook(person, wanted, claim),
    (data) => ({ data }),
  )
}

/** A hook as whoever makes or changes it signs it. Of its address the statement has the host alone: the rest may be a secret. */
function signableHook(id: string | null, { url, ...more }: z.output<typeof changes>): Signable {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).host : null
  return {
    act: 'hook',
    shows: { hook: id, host, ...more },
    entry: { kind: 'setting', setting: 'hook', ...(id !== null && { id }) },
    facts: async (store) => ({ values: (await hooksIn(store)).find((row) => row.id === id)?.changed_at ?? null }),
  }
}

/** `PUT /api/desk/hooks/{hookId}`: changes what is given of a hook, and turns it on or off. */
export async function putHook(request: Request, person: Person, params: OfHook): Promise<Hooks | Response> {
  const id = idIn(params.hookId)
  const given = checked(changes, await readJson(request))
  if (Object.keys(given).length === 0) throw invalid([{ field: '', title: 'Send what should change' }])
  const { kinds, ...rest } = given
  const isBrake = given.on === false && Object.keys(given).length === 1
  return answerSigned(
    askedIn(request, person, { what: 'putHook', content: { id, given } }),
    person,
    isBrake ? null : signableHook(id, given),
    (claim) => changeHook(person, id, kinds ? { ...rest, kinds: inOrder(kinds) } : rest, claim),
    () => hooksFor(person),
  )
}

/** `DELETE /api/desk/hooks/{hookId}` */
export async function deleteHook(request: Request, person: Person, params: OfHook): Promise<Hooks | Response> {
  const id = idIn(params.hookId)
  return answerOnce(
    askedIn(request, person, { what: 'deleteHook', content: { id } }),
    (claim) => removeHook(person, id, claim),
    () => hooksFor(person),
  )
}

/** `POST /api/desk/hooks/{hookId}/deliveries/{deliveryId}/again` */
export async function postAgain(request: Request, person: Person, params: OfDelivery): Promise<Hooks | Response> {
  const of = { id: idIn(params.hookId), deliveryId: idIn(params.deliveryId) }
  checked(nothing, await readJson(request))
  return answerOnce(
    askedIn(request, person, { what: 'sendAgain', content: of }),
    (claim) => sendAgain(person, of, claim),
    () => hooksFor(person),
  )
}
