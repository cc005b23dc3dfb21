import 'server-only'
import { sql, type Transaction } from 'kysely'
import { may } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { maxInBell, type Notice, type NoticeKind, type NoticePreferences, noticeKinds } from '../notice'

type NoticeRow = Tables['notices']

/** The newest notices of a person, for the bell. */
export async function noticesInBell(person: Person): Promise<Notice[]> {
  const store = await database()
  const { rows } = await newestOf(store, { accountId: person.accountId, ...mayStillSee(person) })
  return rows.length === 0 ? [] : shown(person, rows, await preferencesOf(store, person))
}

type MayStillSee = { forRole: string; ofHooks: string }

const mayStillSee = ({ role }: Person): MayStillSee => ({
  forRole: `%${role}%`,
  ofHooks: may(role, 'settings') ? 'alert hook %' : '',
})

/** A notice of an alert is for whoever the alert is for now: a role may have changed since it was sent. One of a hook has no alert behind it. */
const isStillFor = ({ forRole, ofHooks }: MayStillSee) =>
  sql<boolean>`(notices.kind <> 'alert' or notices.notice_key like ${ofHooks} or exists (select 1 from alerts
    where alerts.id = substr(notices.notice_key, 7) and alerts.roles like ${forRole}))`

const newestOf = prepared((store, { accountId, ...still }: { accountId: string } & MayStillSee) =>
  store
    .selectFrom('notices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isStillFor(still))
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(maxInBell),
)

/** A piece of a person's notices, newest first, after one of them. */
export async function noticePage(person: Person, { limit, after }: { limit: number; after: Place | null }) {
  const store = await database()
  const closed = closedTo(person)
  const own = store
    .selectFrom('notices')
    .where('account_id', '=', person.accountId)
    .where('kind', 'in', noticeKinds)
    .where(isStillFor(mayStillSee(person)))
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
  const { count } = await own.select(({ fn }) => fn.countAll<string | number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .$if(after !== null, (query) =>
      query.where((is) =>
        is.or([is('at', '<', after?.at ?? ''), is.and([is('at', '=', after?.at ?? ''), is('id', '>', after?.id ?? '')])]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? (rows[limit - 1] ?? null) : null
  return {
    notices: shown(person, rows.slice(0, limit), await preferencesOf(store, person)),
    total: Number(count),
    next: last && { at: last.at, id: last.id },
  }
}

export type Place = Pick<NoticeRow, 'at' | 'id'>

const isKind = (kind: string): kind is NoticeKind => noticeKinds.some((known) => known === kind)

/** Without those of merchant accounts that the person may not use any more, and of kinds that only a later version knows. */
function shown(person: Person, rows: readonly NoticeRow[], wants: NoticePreferences): Notice[] {
  const closed = new Set(closedTo(person))
  const now = new Date().toISOString()
  return rows.flatMap(({ id, kind, merchant, words, href, at, until, seen_at }): Notice[] => {
    if (!isKind(kind) || closed.has(merchant)) return []
    const account = env().merchants.find(({ code }) => code === merchant)?.name ?? merchant
    const isNew = seen_at === null && (until === null || until > now)
    return [{ id, kind, merchant, account, words, href, at, isNew, ...wants[kind] }]
  })
}

/** Marks notices of the person as seen; those of others, and those that are gone, stay as they are. */
export async function noticesSeen({ accountId }: Person, ids: readonly string[], claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await tx
      .updateTable('notices')
      .set({ seen_at: new Date().toISOString() })
      .where('account_id', '=', accountId)
      .where('id', 'in', [...ids])
      .where('seen_at', 'is', null)
      .execute()
    await claim.keep(tx, {})
  })
}

/** What a person wants of each kind: everything in the bell, and in the browser too, unless they've said otherwise. */
export async function preferencesOf(store: Database, { accountId }: Pick<Person, 'accountId'>): Promise<NoticePreferences> {
  const { rows } = await prefRows(store, { accountId })
  const of = (kind: NoticeKind) => rows.find((row) => row.kind === kind)
  const pairs = noticeKinds.map((kind) => [kind, { desk: of(kind)?.desk !== 0, browser: of(kind)?.browser !== 0 }] as const)
  return Object.fromEntries(pairs) as NoticePreferences
}

const prefRows = prepared((store, { accountId }: { accountId: string }) =>
  store.selectFrom('notice_prefs').select(['kind', 'desk', 'browser']).where('account_id', '=', accountId),
)

export async function savePreferences(person: Person, wants: Partial<NoticePreferences>, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    for (const kind of noticeKinds) {
      const wanted = wants[kind]
      if (wanted) await savePreference(tx, person, kind, wanted)
    }
    await claim.keep(tx, {})
  })
}

async function savePreference(
  tx: Transaction<Tables>,
  { accountId }: Person,
  kind: NoticeKind,
  { desk, browser }: NoticePreferences[NoticeKind],
): Promise<void> {
  const row = { account_id: accountId, kind, desk: Number(desk), browser: Number(browser) }
  await tx
    .insertInto('notice_prefs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet(row))
    .execute()
}
