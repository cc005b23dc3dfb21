import { describe, expect, it } from 'vitest'
import { breakagesOf } from '@/lib/database/breaking-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { dashboardHealth } from './dashboard-health'

describe.each(engines)('the health of the dashboard on %s', (engine) => {
  const own = new OwnDatabase(engine)

  it('knows engine, size, schema, journal and what is open', async () => {
    const health = await dashboardHealth()
    expect(health).toMatchObject({
      database: { engine, reachable: true },
      journal: { head: 0, checkpoint: null },
      unconfirmed: { open: 0, contradicted: 0, oldestSeconds: null },
      alerts: [],
    })
    expect(health.database.bytes).toBeGreaterThan(10_000)
    expect(health.versions.schema).toMatch(/^\d{3}_\w+$/)
  })

  // An embedded database that is open stays readable when its file is taken away.
  it.runIf(engine === 'PostgreSQL')('of a database that is gone says so, and is not gone itself', async () => {
    const gone = breakagesOf(engine).find(({ name }) => name === 'gone')
    await gone?.break(own.place)
    const health = await dashboardHealth()
    await gone?.mend(own.place)
    expect(health).toMatchObject({ database: { reachable: false }, journal: null, alerts: null })
    expect(health.queue).toEqual({ inFlight: 0, waiting: 0, journalPending: 0 })
  })
})
