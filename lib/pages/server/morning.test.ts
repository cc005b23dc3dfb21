import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { teamSince } from '@/lib/commands/server/team-week'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { env } from '@/lib/platform/env'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { refundFigures } from '@/lib/refunds/server/refund-figures'
import { asked, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { morningFor } from './morning'

describe.each(engines)('the morning on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const [agent, finance, manager] = [somebody('agent', 'agent'), somebody('finance', 'finance'), somebody('manager', 'manager')]

  it('has refunds by age, each currency alone', async () => {
    for (const _ of [1, 2]) await askRefund(agent, asked())
    const now = await refundFigures(finance)
    expect(now).toMatchObject({ waiting: 2, offers: [], sent: { count: 0, sums: [] } })
    expect(now.ages.map(({ count }) => count)).toEqual([0, 0, 0, 2])
    const later = await refundFigures(finance, Date.now() + 2.5 * 24 * 60 * 60_000)
    expect(later.ages.map(({ label, count }) => [label, count])).toContainEqual(['2 to 3 days', 2])
    expect(later.ages[1]?.sums).toHaveLength(1)
  })

  it('counts what a team’s actions came to, by name, without what was settled', async () => {
    const action = (person: string, state: 'done' | 'unconfirmed', settled_as: 'happened' | null = null) => ({
      ...{ action_id: randomUUID(), digest: 'd', state, settled_as, operation: 'disableToken', merchant: 'northwind' },
      ...{ buyer_id: null, target: 'token:1', account_id: person, person, ticket: null, process: 'p', request: '{}' },
      ...{ effect: 'null', sealed: '', undoes: null, created_at: '2026-11-20T10:00:00.000Z', answered_at: null, answer: null },
    })
    const rows = [action('Soren', 'done'), action('Alma', 'unconfirmed'), action('Alma', 'unconfirmed', 'happened')]
    await own.store.insertInto('actions').values(rows).execute()
    expect(await teamSince(manager, '2026-11-18')).toEqual([
      { name: 'Alma', done: 0, refused: 0, unconfirmed: 1 },
      { name: 'Soren', done: 1, refused: 0, unconfirmed: 0 },
    ])
    expect(await teamSince(manager, '2026-11-21')).toEqual([])
  })

  it('shows the team to a manager alone', async () => {
    const [merchant] = env().merchants
    if (!merchant) throw new Error('There is an account in every test')
    expect((await morningFor(manager, merchant)).team).not.toBeNull()
    expect((await morningFor(finance, merchant)).team).toBeNull()
  })
})
