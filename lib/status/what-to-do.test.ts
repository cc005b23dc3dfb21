import { describe, expect, it } from 'vitest'
import type { DashboardHealth } from './dashboard-health'
import { copyLike as copy, healthLike as health, merchantLike as merchant } from './health-for-tests'
import { whatToDo } from './what-to-do'

const keys = merchant().keys
const refused = { ...keys, refusedAt: '2026-11-23T08:30:00.000Z' }

const notFine: Record<string, [Partial<DashboardHealth>, string]> = {
  'the database': [
    { database: { engine: 'PostgreSQL', reachable: false, bytes: null }, journal: null, alerts: null, unconfirmed: null },
    'database',
  ],
  'the journal': [{ journal: { head: 1, checkpoint: null, fault: 'entry 7' } }, 'journal'],
  'a collector that takes nothing': [
    { stream: { seq: 1, waiting: 4, lagSeconds: 301, failing: { since: '', why: 'status 503' } } },
    'stream',
  ],
  'the file of accounts': [{ merchantFaults: ['line 3'] }, 'accounts'],
  'the keys': [{ accounts: [merchant({ keys: refused })] }, 'keys northwind'],
  'the service': [{ accounts: [merchant({ answering: false })] }, 'service northwind'],
  'a clock': [{ accounts: [merchant({ keys: { ...keys, clockDifference: -312 } })] }, 'clock northwind'],
  outcomes: [{ queue: { inFlight: 0, waiting: 0, journalPending: 2 } }, 'outcomes'],
  'unconfirmed actions': [{ unconfirmed: { open: 1, contradicted: 0, oldestSeconds: 9 } }, 'unconfirmed'],
  'contradicted actions': [{ unconfirmed: { open: 0, contradicted: 2, oldestSeconds: null } }, 'contradicted'],
  'events that stay away': [
    { events: { quiet: [{ code: 'northwind', name: 'Northwind', since: '' }], missing: [], lagSeconds: 0, refusedDay: 0 } },
    'events northwind',
  ],
  'events of our own actions': [
    { events: { quiet: [], missing: [{ code: 'northwind', name: 'Northwind', since: '' }], lagSeconds: 0, refusedDay: 0 } },
    'events-missing northwind',
  ],
  'events that nobody read': [{ events: { quiet: [], missing: [], lagSeconds: 301, refusedDay: 0 } }, 'events-behind'],
  'a copy': [{ copies: [copy, { ...copy, name: 'two:1', alive: false }] }, 'copies'],
  'background work': [{ jobs: [{ name: 'purge', times: 2, why: 'Error', since: '', last: '' }] }, 'jobs'],
  'alerts of rules': [{ alertCounts: { open: 260, limits: 0 } }, 'alerts-open'],
  alerts: [{ alertCounts: { open: 0, limits: 2 } }, 'alerts'],
}

describe('what is to be done', () => {
  it('is nothing where everything is fine, however much is under way', () => {
    expect(whatToDo(health())).toEqual([])
  })

  it.each(Object.entries(notFine))('%s: one thing, with who does it', (_, [changes, id]) => {
    const [todo, ...more] = whatToDo(health(changes))
    expect([todo?.id, more]).toEqual([id, []])
    expect(todo?.says).toMatch(/[Aa]n admin|The person who|A manager/)
  })

  it('is the worst first', () => {
    const ids = whatToDo(
      health(
        Object.assign(
          {},
          ...Object.values(notFine)
            .slice(1)
            .map(([changes]) => changes),
        ),
      ),
    ).map(({ id }) => id)
    expect([ids[0], ids.at(-1)]).toEqual(['journal', 'alerts'])
  })
})

it('says of several copies that they, not it, may have been ended on purpose', () => {
  const gone = { ...copy, alive: false }
  const [found] = whatToDo(health({ copies: [copy, { ...gone, name: 'two:1' }, { ...gone, name: 'three:1' }] }))
  expect([found?.state, found?.says]).toEqual([
    '2 copies of the dashboard have disappeared.',
    'The person who runs the servers checks which of them were ended on purpose, and starts the others again.',
  ])
})
