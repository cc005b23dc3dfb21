import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { revokeToken } from '@/lib/agents/server/tokens'
import { alertRow, closeAlert } from '@/lib/alerts/server/alerts'
import { problemOf } from '@/lib/commands/server/commands-for-tests'
import { moveQuote } from '@/lib/commands/server/quotes'
import { setReasonPresets } from '@/lib/commands/server/reason-presets'
import { recordEverything } from '@/lib/commands/server/record-for-tests'
import { settleByPerson } from '@/lib/commands/server/settling'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { setEventSettings } from '@/lib/events/server/settings'
import { setRetention } from '@/lib/knowledge/server/retention'
import { contextOf } from '@/lib/lists/server/read-list'
import { changeView } from '@/lib/lists/server/views'
import { rewriteNote } from '@/lib/notes/server/notes'
import { settlePromise } from '@/lib/notes/server/promises'
import { changeHook } from '@/lib/notices/server/hooks'
import { handoverRow, takeOver } from '@/lib/pages/server/handovers'
import { letterheadOf, setLetterhead } from '@/lib/people/server/letterhead'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { changePerson } from '@/lib/people/server/people'
import { addGuideStep } from '@/lib/playbooks/server/guides'
import { moveRefund } from '@/lib/refunds/server/move-refund'
import { finance, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { noClaim } from './action-ids'
import { type Value, type VouchedFor, vouchedFor } from './row-digests'
import { verify } from './verify'

type Row = Record<string, Value>
/** A table, which of its rows, what somebody changes of it by hand, and the step that would write digests of it next. */
type Case = [table: VouchedFor, of: Row, changed: Row, step: (row: Row) => Promise<unknown>]

const manager = somebody('the-manager', 'manager')
const northwind = () => merchantByCode('northwind')
const said = { question: 'charge', answer: 'o-1 c-1', words: 'Another charge' }
const another = { person: 'Somebody else' }

describe.each(engines)('the next step of a row that somebody changed in the database on %s', (engine) => {
  const own = new OwnDatabase(engine)
  beforeAll(() => recordEverything())

  const store = () => own.store as unknown as Kysely<Record<string, Row>>
  const rowOf = (table: VouchedFor, of: Row) =>
    store()
      .selectFrom(table)
      .selectAll()
      .where((is) => is.and(Object.entries(of).map(([name, value]) => is(name, value === null ? 'is' : '=', value))))
      .executeTakeFirstOrThrow()
  const set = (table: VouchedFor, row: Row, to: Row) => {
    const [id] = vouchedFor[table].id
    return store()
      .updateTable(table)
      .set(to)
      .where(id, '=', row[id] ?? '')
      .execute()
  }
  const verdict = () => verify(own.store, own.place.DATA_DIR)

  const refused: Case[] = [
    [
      'actions',
      { state: 'unconfirmed' },
      { ...another, settled_as: null },
      ({ action_id }) => settleByPerson(manager, `${action_id}`, { as: 'happened', how: 'by-hand', reason: 'They say so' }),
    ],
    [
      'refunds',
      { state: 'approved' },
      { amount: '9999.00' },
      ({ id, version }) =>
        moveRefund(finance, { stepId: randomUUID(), refundId: `${id}`, kind: 'done', version: Number(version), note: null }),
    ],
    [
      'guides',
      {},
      { account_id: 'the-manager', person: 'the-manager' },
      ({ id, version }) =>
        addGuideStep(manager, { stepId: randomUUID(), guideId: `${id}`, version: Number(version), kind: 'answered', ...said }),
    ],
    ['notes', {}, { ticket: 'T-99' }, ({ id, account_id }) => rewriteNote(by(account_id), `${id}`, { text: 'No', version: 2 })],
    ['promises', {}, { due_on: '2027-01-01' }, (row) => settlePromise(manager, row as never, false, noClaim)],
    ['handovers', {}, { taken_at: null }, async ({ id }) => takeOver(manager, await handoverRow(manager, `${id}`), noClaim)],
    [
      'views',
      { is_shared: 1 },
      another,
      ({ id, version }) =>
        changeView(
          contextOf(manager, northwind()),
          { id: `${id}`, version: Number(version), given: { name: 'Mine', list: 'blocked', filter: {}, shared: true } },
          noClaim,
        ),
    ],
    ['hooks', { removed_at: null }, { format: 'json' }, ({ id }) => changeHook(manager, `${id}`, { on: false }, noClaim)],
    [
      'alerts',
      { closed_at: null },
      { words: 'Nothing' },
      async ({ id }) => closeAlert(manager, await alertRow(manager, `${id}`), noClaim),
    ],
    [
      'quotes',
      {},
      { answer: '{"total":"0.01"}' },
      ({ id }) =>
        own.store.transaction().execute((tx) => {
          const values = { withdrawn_at: '2026-11-03T09:00:00.000Z' }
          return moveQuote(tx, manager, { id: `${id}`, did: 'withdrawn', values })
        }),
    ],
    [
      'desk_settings',
      { name: 'events northwind' },
      { value: '{"from":[],"settles":"read"}' },
      () => setEventSettings(manager, 'northwind', { from: [], settles: 'read' }),
    ],
    ['desk_settings', { name: 'retention_days' }, { value: '1' }, () => setRetention(manager, 'northwind', 500)],
    [
      'desk_settings',
      { name: 'letterhead northwind' },
      { value: '{"name":"X","address":[],"taxNumber":"","contact":""}' },
      async () => {
        const { changedAt, ...wanted } = await letterheadOf(northwind())
        await setLetterhead(manager, northwind(), { wanted, changedAt })
      },
    ],
    ['reason_presets', {}, { presets: '["Mine"]' }, ({ operation }) => setReasonPresets(manager, operation as never, ['Storm'])],
  ]
  const by = (accountId: Value | undefined) => somebody(`${accountId}`, 'agent')

  test.each(refused)('is refused, and nothing vouches for the change: %s %o', async (table, of, changed, step) => {
    const row = await rowOf(table, of)
    await set(table, row, changed)
    expect(
      await problemOf(step(await rowOf(table, { [vouchedFor[table].id[0]]: row[vouchedFor[table].id[0]] ?? '' }))),
    ).toMatchObject({
      kind: 'unavailable',
      code: 'row_changed',
    })
    await set(table, row, row)
    expect(await verdict()).toMatchObject({ whole: true })
  })

  // What shuts somebody out works whatever a hand has changed. It writes digests only of what it decides itself.
  const shutsOut: Case[] = [
    ['agent_tokens', { revoked_at: null }, { scopes: '["read","propose"]' }, ({ id }) => revokeToken(manager, `${id}`)],
    [
      'accounts',
      { role: 'finance', name: 'A newcomer' },
      { role: 'admin' },
      ({ id }) => changePerson(manager, `${id}`, { disabled: true }),
    ],
  ]
  test.each(shutsOut)(
    'is taken where it shuts somebody out, and the change stays named: %s',
    async (table, of, changed, step) => {
      const row = await rowOf(table, of)
      await set(table, row, changed)
      await step(row)
      const [field] = Object.keys(changed)
      const found = await verdict()
      expect(found.whole ? [] : found.rows).toEqual([expect.objectContaining({ table, field })])
      await set(table, row, { [`${field}`]: row[`${field}`] ?? null })
      expect(await verdict()).toMatchObject({ whole: true })
    },
  )
})
