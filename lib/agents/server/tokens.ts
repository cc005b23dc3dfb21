import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { fromOwnJson } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { mayUse } from '@/lib/people/server/merchant-rights'
import { isAdmitted } from '@/lib/people/server/person'
import { type Person, shownEmail } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { type Scope, scopes, type TokenLimits } from '../token'

type Row = Tables['agent_tokens']

/** A machine that has come in: its token, the person it works for as their account is now, and what of theirs it may use. */
export type Machine = {
  tokenId: string
  name: string
  /** The person, under the name that the journal knows a machine's reads by. */
  person: Person
  /** Whom it works for. */
  works: string
  merchants: Merchant[]
  scopes: Scope[]
  limits: TokenLimits
}

export type NewToken = TokenLimits & { name: string; accountId: string; merchants: string[]; scopes: Scope[]; days: number }

/** Makes a token and returns it: it is shown now and never again. */
export async function makeToken(person: Person, given: NewToken, claim?: Claim): Promise<{ id: string; token: string }> {
  const token = `cfa_${randomBytes(32).toString('base64url')}`
  const now = Date.now()
  const row: Row = {
    id: randomUUID(),
    name: masked(given.name), // it stands in the journal beside all that the machine does
    digest: digestOf(token),
    tail: token.slice(-4),
    account_id: given.accountId,
    merchants: JSON.stringify(given.merchants),
    scopes: JSON.stringify(given.scopes),
    reads_a_minute: given.readsAMinute,
    proposals_an_hour: given.proposalsAnHour,
    waiting_most: given.waitingMost,
    expires_at: new Date(now + given.days * 86_400_000).toISOString(),
    made_by: person.name,
    made_at: new Date(now).toISOString(),
    revoked_at: null,
    revoked_by: null,
    last_used_at: null,
  }
  await (await database()).transaction().execute(async (tx) => {
    await claim?.take(tx)
    const { last_used_at: _, ...values } = row // the only one that no person writes
    const detail = { setting: 'machine-token', made: row.id, name: row.name, for: given.accountId, scopes: given.scopes }
    await append(tx, { ...entryOf(person, row.id, detail), rows: [{ table: 'agent_tokens', id: row.id, values }] })
    await tx.insertInto('agent_tokens').values(row).execute()
    await claim?.keep(tx, { id: row.id, token })
  })
  return { id: row.id, token }
}

/** From now on the token opens nothing. Throws `notFound`. */
export async function revokeToken(person: Person, id: string, claim?: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim?.take(tx)
    const values = { revoked_at: new Date().toISOString(), revoked_by: person.name }
    const { numUpdatedRows } = await tx
      .updateTable('agent_tokens')
      .set(values)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw problem('notFound', 'We couldn’t find that token, or it was revoked already.')
    const detail = { setting: 'machine-token', revoked: id }
    await append(tx, { ...entryOf(person, id, detail), rows: [{ table: 'agent_tokens', id, values }] })
  })
}

/** Of tokens, those that were revoked or are gone, with who revoked them: what their machines proposed can't be pressed. */
export async function revokedAmong(store: Database, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await store.selectFrom('agent_tokens').select(['id', 'revoked_at', 'revoked_by']).where('id', 'in', ids).execute()
  const valid = new Set(rows.filter(({ revoked_at }) => revoked_at === null).map(({ id }) => id))
  const by = (id: string) => rows.find((row) => row.id === id)?.revoked_by ?? null
  return new Map(ids.filter((id) => !valid.has(id)).map((id) => [id, by(id)]))
}

const entryOf = (person: Person, id: string, detail: object) => ({
  kind: 'setting' as const,
  detail,
  actionId: id,
  accountId: person.accountId,
  person: person.name,
  merchant: '',
  operation: 'machineToken',
  buyerId: null,
  ticket: null,
})

const form = /^cfa_[A-Za-z0-9_-]{43}$/

/** Whom a token lets in, as everything is in the database at this moment; null for one that opens nothing. */
export async function machineWith(token: string): Promise<Machine | null> {
  if (!form.test(token)) return null
  const store = await database()
  const [row] = (await tokenRow(store, { digest: digestOf(token) })).rows
  return row ? machineOf(store, row) : null
}

/** The machine of a row that is still good: neither revoked nor over, of a person who may still sign in. */
export async function machineOf(store: Database, row: Row): Promise<Machine | null> {
  const now = new Date().toISOString()
  if (row.revoked_at !== null || row.expires_at <= now) return null
  const [account] = (await accountRow(store, { id: row.account_id })).rows
  if (!account || account.disabled_at !== null || !isAdmitted(account)) return null
  const { name: works, email, role } = account
  const person: Person = {
    accountId: row.account_id,
    sessionId: `machine:${row.id}`,
    email,
    name: `${row.name} for ${works}`,
    role,
  }
  const codes = textsIn(row.merchants)
  const merchants = env().merchants.filter((merchant) => codes.includes(merchant.code) && mayUse(person, merchant))
  return {
    tokenId: row.id,
    name: row.name,
    person,
    works,
    merchants,
    scopes: scopesIn(row.scopes),
    limits: { readsAMinute: row.reads_a_minute, proposalsAnHour: row.proposals_an_hour, waitingMost: row.waiting_most },
  }
}

export const textsIn = (json: string): string[] => fromOwnJson<unknown[]>(json).filter((text) => typeof text === 'string')

/** A scope that this version doesn't know takes away the whole token: it is never read as less or as more than it says. */
export function scopesIn(json: string): Scope[] {
  const given = textsIn(json)
  return given.every((scope) => scopes.some((known) => known === scope)) ? scopes.filter((scope) => given.includes(scope)) : []
}

const recordEveryMs = 30_000

/** Notes that a token was used; not at every call, because that would flush the disk for nothing. */
export async function recordUse({ tokenId }: Machine, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - recordEveryMs).toISOString()
  await beside('machine_use_not_noted', async () => {
    await (await database())
      .updateTable('agent_tokens')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', tokenId)
      .where((of) => of.or([of('last_used_at', 'is', null), of('last_used_at', '<', before)]))
      .execute()
  })
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex')

const tokenRow = prepared((store, { digest }: { digest: string }) =>
  store.selectFrom('agent_tokens').selectAll().where('digest', '=', digest),
)
const accountRow = prepared((store, { id }: { id: string }) =>
  store.selectFrom('accounts').select(['name', shownEmail, 'role', 'disabled_at', 'issuer']).where('id', '=', id),
)
