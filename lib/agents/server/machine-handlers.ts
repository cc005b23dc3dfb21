import 'server-only'
import * as z from 'zod/mini'
import { invalid } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { filled, uuid, whole } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { answerSigned } from '@/lib/people/server/answer-signed'
import { mayUse } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { shownEmail } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson, searchIn } from '@/lib/platform/request'
import { longestDays, type Machines, type MachineToken, scopes, tokenLimits } from '../token'
import { callsToday } from './calls'
import { machinesOff, turnMachines } from './switch'
import { makeToken, type NewToken, revokeToken, scopesIn, textsIn } from './tokens'

type OfToken = { tokenId: string }
const nothing = z.strictObject({})

/** `GET /api/desk/agents`: all tokens, newest first, and whether machines are on. */
export async function getMachines(request: Request): Promise<Machines> {
  checked(nothing, searchIn(request))
  return machines()
}

export async function machines(): Promise<Machines> {
  const store = await database()
  const people = await store.selectFrom('accounts').select(['id', 'name', 'disabled_at']).orderBy('name').execute()
  const tokens = await store.selectFrom('agent_tokens').selectAll().orderBy('made_at', 'desc').limit(200).execute()
  const personOf = (id: string) => people.find((each) => each.id === id)
  return {
    tokens: tokens.map((row): MachineToken => {
      const { id, name, tail, made_by, made_at, expires_at, last_used_at, revoked_at } = row
      const person = personOf(row.account_id)
      const isOver = expires_at <= new Date().toISOString()
      const isGone = person === undefined || person.disabled_at !== null
      return {
        id,
        name,
        tail,
        madeBy: made_by,
        madeAt: made_at,
        expiresAt: expires_at,
        person: person?.name ?? 'Somebody who is gone',
        merchants: textsIn(row.merchants),
        scopes: scopesIn(row.scopes),
        lastUsedAt: last_used_at,
        revokedAt: revoked_at,
        readsAMinute: row.reads_a_minute,
        proposalsAnHour: row.proposals_an_hour,
        waitingMost: row.waiting_most,
        state: revoked_at ? 'revoked' : isOver ? 'expired' : isGone ? 'person-gone' : 'live',
      }
    }),
    off: await machinesOff(store),
    isOpen: env().AGENTS === 'on',
    people: people.filter(({ disabled_at }) => disabled_at === null).map(({ id, name }) => ({ id, name })),
    callsToday: await callsToday(),
  }
}

const limit = ({ max }: { max: number }) => z.optional(whole(1, max))
const tokenBody = z.strictObject({
  name: filled(40, 'Enter a name'),
  accountId: uuid,
  merchants: z.array(z.string()).check(z.minLength(1, 'Choose at least one merchant account'), z.maxLength(100)),
  scopes: z.array(z.enum(scopes, 'Use read or propose')).check(z.minLength(1, 'Choose what it may do')),
  days: whole(1, longestDays),
  readsAMinute: limit(tokenLimits.readsAMinute),
  proposalsAnHour: limit(tokenLimits.proposalsAnHour),
  waitingMost: limit(tokenLimits.waitingMost),
})

type Made = Machines & { token: string }

/** `POST /api/desk/agents`: makes a token, which is in this answer and nowhere else. */
export async function postToken(request: Request, person: Person): Promise<Made | Response> {
  const given = checked(tokenBody, await readJson(request))
  const { usual: readsAMinute } = tokenLimits.readsAMinute
  const { usual: proposalsAnHour } = tokenLimits.proposalsAnHour
  const { usual: waitingMost } = tokenLimits.waitingMost
  const newToken: NewToken = {
    name: given.name,
    accountId: given.accountId,
    merchants: [...new Set(given.merchants)],
    scopes: scopes.filter((scope) => scope === 'read' || given.scopes.includes(scope)),
    days: given.days,
    readsAMinute: given.readsAMinute ?? readsAMinute,
    proposalsAnHour: given.proposalsAnHour ?? proposalsAnHour,
    waitingMost: given.waitingMost ?? waitingMost,
  }
  await requirePersonMayUse(newToken)
  return answerSigned<{ id: string; token: string }, Made>(
    askedIn(request, person, { what: 'postToken', content: given }),
    person,
    {
      act: 'agent-token',
      shows: newToken,
      entry: { kind: 'setting', name: newToken.name, for: newToken.accountId, scopes: newToken.scopes },
      facts: async (store) => ({ values: await ownerOf(store, newToken.accountId) }),
    },
    (claim) => makeToken(person, newToken, claim),
    async ({ token }) => ({ ...(await machines()), token }),
  )
}

/** The person whom it would work for, as they are. */
const ownerOf = (store: Database, accountId: string) =>
  store.selectFrom('accounts').select(['role', 'disabled_at']).where('id', '=', accountId).executeTakeFirst()

/** A token is for somebody who is there, and for merchant accounts that they may use. */
async function requirePersonMayUse({ accountId, merchants: codes }: NewToken): Promise<void> {
  const account = await (await database())
    .selectFrom('accounts')
    .select(['role', shownEmail, 'disabled_at'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account || account.disabled_at !== null) throw invalid([{ field: 'accountId', title: 'Choose somebody who can sign in' }])
  const closed = codes.filter((code) => !env().merchants.some((merchant) => merchant.code === code && mayUse(account, merchant)))
  if (closed.length > 0) throw invalid([{ field: 'merchants', title: 'This person can’t use one of these merchant accounts' }])
}

/** `DELETE /api/desk/agents/{tokenId}`: from now on the token opens nothing. */
export async function deleteToken(request: Request, person: Person, params: OfToken): Promise<Machines | Response> {
  const tokenId = idIn(params.tokenId)
  const actionRequest = askedIn(request, person, { what: 'deleteToken', content: { tokenId } })
  return answerOnce(actionRequest, (claim) => revokeToken(person, tokenId, claim), machines)
}

type Off = Pick<Machines, 'off'>
const turned = async (): Promise<Off> => ({ off: await machinesOff() })

/** `POST /api/desk/agents/off`: turns all machines off. A brake needs no rank. */
export async function postOff(request: Request, person: Person): Promise<Off | Response> {
  checked(nothing, await readJson(request))
  return answerOnce(
    askedIn(request, person, { what: 'machinesOff', content: {} }),
    (claim) => turnMachines(person, 'off', claim),
    turned,
  )
}

/** `POST /api/desk/agents/on`: turns them on again. */
export async function postOn(request: Request, person: Person): Promise<Off | Response> {
  checked(nothing, await readJson(request))
  return answerOnce(
    askedIn(request, person, { what: 'machinesOn', content: {} }),
    (claim) => turnMachines(person, 'on', claim),
    turned,
  )
}
