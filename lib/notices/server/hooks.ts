import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { invalid, problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { putSoon } from '@/lib/jobs/put-soon'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import { decryptJson, encryptJson } from '@/lib/journal/crypto'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { type HookToSave, maxHooks } from '../hook'
import { giveUpWaiting, type HookRow } from './deliveries'
import { whyNotReached } from './hook-hosts'

type Tx = Transaction<Tables>
type Secrets = { url: string; secret: string }

/**
 * The whole address, which may itself let somebody in, and the secret that signs. Both go no further than to the receiver. Null where
 * NEXTAUTH_SECRET, with which they were sealed, is another by now.
 */
export function secretsOf({ sealed }: Pick<HookRow, 'sealed'>): Secrets | null {
  try {
    return decryptJson(sealed) as Secrets
  } catch {
    return null
  }
}

/** Of an address what tells it from others: the origin, and the last characters of a long rest. */
function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const rest = `${pathname}${search}`
  return rest === '/' ? origin : `${origin}/…${rest.length > 12 ? rest.slice(-4) : ''}`
}

/** Makes a hook and returns its secret: it is shown now and never again. */
export async function makeHook(person: Person, given: HookToSave, claim: Claim): Promise<{ id: string; secret: string }> {
  requireReached(given.url)
  const secret = randomBytes(32).toString('base64url')
  const id = randomUUID()
  const row: HookRow = {
    id,
    ...columnsOf(person, given),
    url: shownUrl(given.url),
    sealed: encryptJson({ url: given.url, secret } satisfies Secrets),
    is_on: 1,
    off_why: null,
    ...changedBy(person),
    removed_at: null,
  }
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await waitForTurn(tx)
    if ((await hooksIn(tx)).length >= maxHooks)
      throw problem('conflict', `There are ${maxHooks} hooks already. Remove one first.`, { code: 'too_many_hooks' })
    await tx.insertInto('hooks').values(row).execute()
    const idle = { failures: 0, failed_since: null, due_at: '', process: '', held_until: '', last_at: null, last_status: null }
    await tx
      .insertInto('hook_progress')
      .values({ hook_id: id, last_seq: 0, ...idle })
      .execute()
    await record(tx, person, { id, values: row, detail: { made: detailOf(row) } })
    await claim.keep(tx, { id, secret })
  })
  return { id, secret }
}

export type HookChange = Partial<HookToSave> & { on?: boolean | undefined }

/** Changes what is given of a hook. Turned on again, it starts without the failures from before; turned off, what waits is given up. */
export async function changeHook(person: Person, id: string, given: HookChange, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    const before = await hookToChange(tx, person, id)
    const secrets = secretsOf(before)
    if (secrets === null)
      throw problem('conflict', 'The secret of this hook can’t be read any more. Remove it and create another.', {
        code: 'sealed',
      })
    const { url, secret } = secrets
    if (given.url !== undefined || given.on) requireReached(given.url ?? url)
    const saved = { ...toSave(before), ...given, url: given.url ?? url }
    const on = given.on === undefined ? before.is_on : Number(given.on)
    const values: Partial<HookRow> = {
      ...columnsOf(person, saved),
      ...(given.url === undefined
        ? {}
        : { url: shownUrl(given.url), sealed: encryptJson({ url: given.url, secret } satisfies Secrets) }),
      ...(given.on === undefined ? {} : { is_on: on, off_why: null }),
      ...changedBy(person),
    }
    await tx.updateTable('hooks').set(values).where('id', '=', id).execute()
    await record(tx, person, { id, values, detail: { before: detailOf(before), after: detailOf({ ...before, ...values }) } })
    if (before.is_on === 1 && on === 0) await giveUpWaiting(tx, id)
    if (on === 1) await startAgain(tx, id)
    await claim.keep(tx, { id })
  })
}

/** Removes a hook. Its row stays without address and secret, for the journal tells of it. */
export async function removeHook(person: Person, id: string, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    const before = await hookToChange(tx, person, id)
    const by = changedBy(person)
    const values = { sealed: '', is_on: 0, ...by, removed_at: by.changed_at }
    await tx.updateTable('hooks').set(values).where('id', '=', id).execute()
    await record(tx, person, { id, values, detail: { removed: detailOf(before) } })
    await giveUpWaiting(tx, id)
    await claim.keep(tx, { id })
  })
}

/** Sends a delivery again, under its own id. Throws `notFound`, or `conflict` where it waits anyway or the hook is off. */
export async function sendAgain(
  person: Person,
  { id, deliveryId }: { id: string; deliveryId: string },
  claim: Claim,
): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    const hook = await hookToChange(tx, person, id)
    const delivery = await tx
      .selectFrom('hook_deliveries')
      .select(['state', 'kind'])
      .where('id', '=', deliveryId)
      .where('hook_id', '=', id)
      .executeTakeFirst()
    if (!delivery) throw problem('notFound', 'We couldn’t find that delivery.')
    if (hook.is_on === 0)
      throw problem('conflict', 'This hook is off, so nothing was sent. Turn it on first.', { code: 'hook_off' })
    if (delivery.state === 'waiting')
      throw problem('conflict', 'This hasn’t been delivered yet and is tried again automatically.', { code: 'waiting' })
    await tx
      .updateTable('hook_deliveries')
      .set({ state: 'waiting', refused: 0, ended_at: null })
      .where('id', '=', deliveryId)
      .execute()
    await record(tx, person, { id, values: {}, detail: { again: deliveryId } })
    await tx.updateTable('hook_progress').set({ failures: 0, due_at: '' }).where('hook_id', '=', id).execute()
    await putSoon(tx, 'hooks')
    await claim.keep(tx, { id })
  })
}

async function startAgain(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('hook_progress').set({ failures: 0, failed_since: null, due_at: '' }).where('hook_id', '=', id).execute()
  await putSoon(tx, 'hooks')
}

/** Those that nobody has removed, oldest first. */
export const hooksIn = (store: Database): Promise<HookRow[]> =>
  store.selectFrom('hooks').selectAll().where('removed_at', 'is', null).orderBy('changed_at').orderBy('id').execute()

/** Those that failed for a day, and since when. */
export const hooksTurnedOff = (store: Database): Promise<{ id: string; name: string; since: string | null }[]> =>
  store
    .selectFrom('hooks')
    .innerJoin('hook_progress', 'hook_progress.hook_id', 'hooks.id')
    .select(['hooks.id', 'hooks.name', 'hook_progress.failed_since as since'])
    .where('hooks.off_why', 'is not', null)
    .where('hooks.removed_at', 'is', null)
    .orderBy('hooks.id')
    .execute()

/** Whether a person may use every merchant account that a hook tells of. */
export function coversHook(person: Person, { merchants }: Pick<HookRow, 'merchants'>): boolean {
  const own = merchantsOf(person).map(({ code }) => code)
  const covered = merchants?.split(' ') ?? env().merchants.map(({ code }) => code)
  return covered.every((code) => own.includes(code) || !env().merchants.some((merchant) => merchant.code === code))
}

async function hookToChange(tx: Tx, person: Person, id: string): Promise<HookRow> {
  await waitForTurn(tx)
  const row = await tx.selectFrom('hooks').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  if (!row || !coversHook(person, row)) throw problem('notFound', 'We couldn’t find that hook, or somebody removed it.')
  await requireAsRecorded(tx, 'hooks', row)
  return row
}

function requireReached(url: string): void {
  const why = whyNotReached(url, env().HOOK_HOSTS)
  if (why !== null) throw invalid([{ field: 'url', title: why }])
}

/** A hook tells of all merchant accounts only where whoever makes it may use them all; else of those they may. */
function columnsOf(
  person: Person,
  { name, format, kinds, accounts }: HookToSave,
): Pick<HookRow, 'name' | 'format' | 'kinds' | 'merchants'> {
  const own = merchantsOf(person).map(({ code }) => code)
  const closed = accounts?.some((code) => !own.includes(code)) ?? false
  if (closed) throw invalid([{ field: 'accounts', title: 'Choose merchant accounts that you may use' }])
  const chosen = accounts ?? (own.length === env().merchants.length ? null : own)
  return { name, format, kinds: kinds.join(' '), merchants: chosen?.join(' ') ?? null }
}

const toSave = ({ name, format, kinds, merchants, url }: HookRow): HookToSave => ({
  name,
  url,
  format: format as HookToSave['format'],
  kinds: kinds.split(' ') as HookToSave['kinds'],
  accounts: merchants?.split(' ') ?? null,
})

const changedBy = ({ accountId, name }: Person) => ({
  account_id: accountId,
  person: name,
  changed_at: new Date().toISOString(),
})

/** What the journal says of a hook: neither its secret nor the whole address. */
const detailOf = ({ name, url, format, kinds, merchants, is_on }: HookRow) => ({
  name,
  url,
  format,
  kinds,
  merchants,
  on: is_on === 1,
})

type Recorded = { id: string; values: Partial<HookRow>; detail: object }

const record = (tx: Tx, person: Person, { id, values, detail }: Recorded) =>
  append(tx, {
    kind: 'setting',
    detail: { setting: 'hook', id, ...detail },
    rows: [{ table: 'hooks', id, values }],
    actionId: id,
    accountId: person.accountId,
    person: person.name,
    merchant: '',
    operation: 'hook',
    buyerId: null,
    ticket: null,
  })
