import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordEverything } from '@/lib/commands/server/record-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import type { Tables } from '@/lib/database/schema'
import { append, type EntryKind } from './chain'
import { entry } from './entries-for-tests'
import { asWritten } from './row-digests'
import { breakIn } from './story'
import { verify } from './verify'

type Told = [kind: string, detail?: object]
const numbered = (told: readonly Told[]) =>
  told.map(([kind, detail = {}], at) => ({ seq: at + 1, kind, detail: JSON.stringify(detail) }))
const unanswered: Told = ['outcome', { state: 'unconfirmed' }]
const done: Told = ['outcome', { state: 'done' }]
const contradicting: Told = ['late-outcome', { state: 'done', contradicts: 'did-not-happen' }]
const step = (name: string): Told => ['refund', { step: name }]
const guide = (name: string): Told => ['guide', { step: name }]

describe('what entries say became of a row', () => {
  test.each<[Parameters<typeof breakIn>[0], Told[]]>([
    ['actions', [['approval-asked'], ['approved'], ['intent'], done]],
    ['actions', [['intent'], unanswered, ['assigned'], ['settled'], contradicting, ['settled']]],
    ['actions', [['intent'], unanswered, ['late-outcome', { state: 'done' }]]],
    ['approvals', [['proposed'], ['pressed'], ['intent'], done]],
    ['refunds', ['asked', 'approved', 'batched', 'failed', 'refused', 'reopened', 'approved', 'done'].map(step)],
    ['guides', ['started', 'answered', 'back', 'acted', 'handed-over', 'taken-over', 'ended'].map(guide)],
    ['views', [['setting'], ['setting']]],
    ['refunds', [['refund']]],
  ])('goes on as it may: %s %j', (table, told) => {
    expect(breakIn(table, numbered(told))).toBeNull()
  })

  test.each<[Parameters<typeof breakIn>[0], Told[], number, number | null]>([
    ['actions', [['intent'], ['intent']], 2, 1],
    ['actions', [['intent'], done, unanswered], 3, 2],
    ['actions', [['intent'], unanswered, ['settled'], ['assigned'], ['settled']], 5, 3],
    ['actions', [['intent'], done, ['settled']], 3, 2],
    ['actions', [['settled']], 1, null],
    ['actions', [['approval-asked'], unanswered], 2, null],
    ['approvals', [['approved']], 1, null],
    ['approvals', [['approval-asked'], ['approved'], ['declined']], 3, 2],
    ['refunds', [step('approved')], 1, null],
    ['refunds', [step('asked'), step('approved'), step('approved')], 3, 2],
    ['guides', [guide('started'), guide('ended'), guide('answered')], 3, 2],
    [
      'promises',
      [
        ['promise', { step: 'made' }],
        ['promise', { step: 'reopened' }],
      ],
      2,
      1,
    ],
    [
      'agent_tokens',
      [
        ['setting', { made: 'a' }],
        ['setting', { revoked: 'a' }],
        ['setting', { revoked: 'a' }],
      ],
      3,
      2,
    ],
  ])('breaks where a hand came between: %s %j', (table, told, seq, before) => {
    expect(breakIn(table, numbered(told))).toEqual({ seq, before })
  })
})

describe.each(engines)('a row that a step made genuine before steps compared it on %s', (engine) => {
  const own = new OwnDatabase(engine)
  beforeAll(() => recordEverything())

  const named = async (tx: Transaction<Tables>) => {
    const found = await verify(tx, own.place.DATA_DIR)
    return found.whole ? [] : found.rows
  }
  const tell = async (tx: Transaction<Tables>, kind: EntryKind, actionId: string, detail: object) =>
    append(tx, { ...entry(detail), kind, actionId, rows: await asWritten(tx, ['actions', actionId]) })

  test('is named with the entry that can’t follow the one before it', async () => {
    await rolledBack(own.store, async (tx) => {
      const { action_id: id } = await tx.selectFrom('actions').selectAll().where('state', '=', 'done').executeTakeFirstOrThrow()
      const entries = await tx.selectFrom('journal').select('seq').where('action_id', '=', id).orderBy('seq').execute()
      await tx.updateTable('actions').set({ state: 'unconfirmed' }).where('action_id', '=', id).execute()
      const seq = await tell(tx, 'outcome', id, { state: 'unconfirmed' })
      const why = `entry ${seq} can’t follow entry ${entries.at(-1)?.seq}`
      expect(await named(tx)).toEqual([{ table: 'actions', id, field: null, why }])
    })
  })

  test('is named where no entry made it', async () => {
    await rolledBack(own.store, async (tx) => {
      const row = await tx.selectFrom('actions').selectAll().where('state', '=', 'unconfirmed').executeTakeFirstOrThrow()
      const id = randomUUID()
      await tx
        .insertInto('actions')
        .values({ ...row, action_id: id })
        .execute()
      const seq = await tell(tx, 'settled', id, {})
      const why = `entry ${seq} tells of it, but none before it made it`
      expect(await named(tx)).toEqual([{ table: 'actions', id, field: null, why }])
    })
  })
})
