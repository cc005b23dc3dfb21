import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { recordExport } from './record-export'

describe.each(engines)('on %s', (engine) => {
  const own = new OwnDatabase(engine)

  const someone = (role: 'agent' | 'finance' = 'agent') => ({
    accountId: randomUUID(),
    sessionId: 's',
    email: 'f@desk.example.test',
    name: 'F',
    role,
  })
  const taking = (person: ReturnType<typeof someone>, now?: Date, revealed = 0) =>
    recordExport(
      { person, merchant: 'northwind', operation: 'exportCharges', buyerId: randomUUID(), ticket: null, detail: {}, revealed },
      now,
    )

  it('of many of an agent at the same moment five are let through, and each of the five is in the journal', async () => {
    const person = someone()
    const ended = await Promise.allSettled(Array.from({ length: 9 }, () => taking(person)))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const rows = await own.store.selectFrom('journal').select('kind').where('account_id', '=', person.accountId).execute()
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['alert', ...Array(5).fill('exported')])
  })

  it('whose work is files takes sixty an hour, and the refusal and the alert say the same number', async () => {
    const person = someone('finance')
    for (let turn = 0; turn < 60; turn += 1) await taking(person)
    await expect(taking(person)).rejects.toMatchObject({
      problem: { code: 'too_many_exports', detail: expect.stringContaining('60 files per hour') },
    })
    const alert = await own.store
      .selectFrom('journal')
      .select('detail')
      .where('account_id', '=', person.accountId)
      .where('kind', '=', 'alert')
      .executeTakeFirstOrThrow()
    expect(alert.detail).toContain('60 files per hour')
  })

  it('an hour after the first, the next is let through', async () => {
    const person = someone()
    const at = (minutes: number) => new Date(Date.UTC(2025, 0, 1, 12, minutes))
    for (let turn = 0; turn < 5; turn += 1) await taking(person, at(turn))
    await expect(taking(person, at(59))).rejects.toMatchObject({ problem: { status: 429, retryAfter: 60 } })
    await taking(person, at(60))
  })

  it('values that leave in clear count as revealed ones do, and a file that is refused for them counts as none', async () => {
    const person = someone()
    await taking(person, undefined, 39)
    const refused = { problem: { status: 429, code: 'too_many_reveals' } }
    await expect(taking(person, undefined, 4)).rejects.toMatchObject(refused)
    for (let turn = 0; turn < 4; turn += 1) await taking(person)
    await expect(taking(person)).rejects.toMatchObject({ problem: { code: 'too_many_exports' } })
  })
})
