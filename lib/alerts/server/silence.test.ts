import { describe, expect, it } from 'vitest'
import { iso, minute } from '@/lib/core/dates'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { makeAddress } from '@/lib/events/server/addresses'
import { recordGaps } from '@/lib/events/server/gaps'
import { eventsOverview } from '@/lib/events/server/overview'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { openAlerts, raiseAlerts } from './alerts'

const merchant = 'northwind'
const admin = somebody('admin', 'admin')
const hour = 60 * minute
const begin = Date.parse('2026-10-05T00:00:00.000Z') // a Monday

// The clock is what each is told: a day passes in a moment.
describe.each(engines)('silence, on %s', (engine) => {
  const own = new OwnDatabase(engine)

  /** The account has sent events at these moments, of which the last has just come. */
  async function sentAt(moments: readonly number[]): Promise<void> {
    const hours = new Map<string, number>()
    for (const at of moments) hours.set(iso(at).slice(0, 13), (hours.get(iso(at).slice(0, 13)) ?? 0) + 1)
    await own.store.deleteFrom('event_hours').execute()
    const rows = [...hours].map(([at, count]) => ({ merchant, hour: at, what: 'received' as const, count }))
    await own.store.insertInto('event_hours').values(rows).execute()
    await own.store
      .updateTable('event_addresses')
      .set({ last_used_at: iso(moments.at(-1) ?? begin) })
      .execute()
  }

  /** What the job does that checks rules. */
  async function check(now: number): Promise<void> {
    await recordGaps(now)
    await raiseAlerts(now)
  }

  it('of two hours is amber, a gap and an alert within a minute, and half an hour is nothing', async () => {
    await makeAddress(admin, merchant)
    const days = 15
    const every = 10 * minute
    const moments = Array.from({ length: (days * 24 * hour) / every }, (_, place) => begin + place * every)
    await sentAt(moments)
    const lastAt = moments.at(-1) ?? 0
    await check(lastAt + 30 * minute)
    expect((await eventsOverview(merchant, lastAt + 30 * minute)).quietSince).toBeNull()
    expect(await openAlerts(own.store, admin, merchant)).toEqual([])
    // As late as it can be: the last check was just before the two hours, and the next is a minute later.
    await check(lastAt + 2 * hour + minute)
    const { quietSince, gaps } = await eventsOverview(merchant, lastAt + 2 * hour + minute)
    expect([quietSince, gaps]).toEqual([iso(lastAt), [{ from: iso(lastAt), to: null, kind: 'quiet' }]])
    expect(await openAlerts(own.store, admin, merchant)).toMatchObject([{ words: 'No event has come for longer than usual' }])
  })

  it('ends with the next event, and leaves the gap and the alert', async () => {
    const lastAt = Date.parse((await eventsOverview(merchant)).lastAt ?? '')
    const next = lastAt + 3 * hour
    const before = await own.store.selectFrom('event_hours').selectAll().execute()
    const earlier = before.flatMap(({ hour: at, count }) =>
      Array.from({ length: Number(count) }, () => Date.parse(`${at}:00:00.000Z`)),
    )
    await sentAt([...earlier, next])
    await check(next + minute)
    expect(await eventsOverview(merchant, next + minute)).toMatchObject({
      quietSince: null,
      gaps: [{ from: iso(lastAt), to: iso(next + minute), kind: 'quiet' }],
    })
    expect(await openAlerts(own.store, admin, merchant)).toHaveLength(1)
  })

  it('of a shop with three events a day raises no false alarm in 28 days', async () => {
    for (const table of ['event_gaps', 'alerts'] as const) await own.store.deleteFrom(table).execute()
    const random = randomFrom(28)
    const moments = Array.from({ length: 28 * 3 }, () => begin + random() * 28 * 24 * hour).toSorted((a, b) => a - b)
    for (const [place, next] of moments.entries()) {
      if (place === 0) continue
      await sentAt(moments.slice(0, place))
      await check(next) // the longer a pause, the less usual it is: at its end it's longest
    }
    expect(await own.store.selectFrom('event_gaps').selectAll().execute()).toEqual([])
    expect(await own.store.selectFrom('alerts').selectAll().execute()).toEqual([])
  })
})
