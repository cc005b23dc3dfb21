import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, newPlace } from '@/lib/database/engines-for-tests'
import { openDatabase } from '@/lib/database/open'
import { isUnlinked } from './unlinked-entry'

describe.each(engines)('%s', (engine) => {
  test('alerts are found by the index that commands do not write to', async () => {
    const place = await newPlace(engine)
    const store = await openDatabase(place)
    try {
      const alerts = store
        .selectFrom('journal')
        .select('seq')
        .where(isUnlinked)
        .where('kind', '=', 'alert')
        .orderBy('seq', 'desc')
      const plan = await store.connection().execute(async (one) => {
        const { sql: text, parameters } = alerts.compile()
        if (engine === 'SQLite') return one.executeQuery(CompiledQuery.raw(`explain query plan ${text}`, [...parameters]))
        await sql`set enable_seqscan = off`.execute(one) // a table as small as this one would be read whole
        return one.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
      })
      expect(JSON.stringify(plan.rows)).toContain('journal_standing_alone')
    } finally {
      await store.destroy()
      await place.remove()
    }
  })
})

test('an entry is written without a table that would be built for it and dropped again', async () => {
  const place = await newPlace('SQLite')
  const store = await openDatabase(place)
  try {
    const intent = { seq: 1, at: '2026-03-01T10:00:00.000Z', kind: 'intent', action_id: randomUUID(), account_id: 'a-1' }
    const about = { person: 'A', merchant: 'northwind', operation: null, buyer_id: null, ticket: null, detail: '{}', hash: '' }
    const row = store
      .insertInto('journal')
      .values({ ...intent, ...about })
      .compile()
    const steps = await store.executeQuery(CompiledQuery.raw(`explain ${row.sql}`, [...row.parameters]))
    expect(steps.rows).toContainEqual(expect.objectContaining({ opcode: 'IdxInsert' }))
    expect(steps.rows).not.toContainEqual(expect.objectContaining({ opcode: 'OpenEphemeral' }))
  } finally {
    await store.destroy()
    await place.remove()
  }
})
