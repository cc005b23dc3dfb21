import { beforeAll, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { readEvents } from '@/lib/events/server/read-events'
import { storeAll } from '@/lib/events/server/store'
import { indexPending } from '@/lib/knowledge/server/directory'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { deliveries } from './flood/deliveries'
import { shop } from './flood/shop'
import { spelled } from './flood/spelling'
import { TablesAsTheyLie } from './flood/tables'

// FLOOD=20000 npx vitest run scripts/flood.slow.test.ts: the stream of `npm run flood` without servers.
const count = Number(process.env.FLOOD || 600)

describe.each(engines)('a flood of events, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const { happenings, truth } = shop(Math.ceil(count / 20), count)
  let tables: TablesAsTheyLie

  async function take(merchant: string, texts: readonly string[]): Promise<void> {
    for (let from = 0; from < texts.length; from += 200) {
      await storeAll(texts.slice(from, from + 200).map((text) => ({ merchant, addressId: 'a-1', text })))
      await readEvents(new AbortController().signal)
    }
    await indexPending()
  }

  beforeAll(async () => {
    await own.store.selectFrom('events').select('id').executeTakeFirst()
    tables = new TablesAsTheyLie({ databaseUrl: process.env.DATABASE_URL ?? '', folder: process.env.DATA_DIR ?? '' })
    const random = randomFrom(11)
    await take(
      'southbay',
      happenings.map((each) => spelled(each, 'southbay', random).text),
    )
    const { burst, first, repaired } = deliveries(happenings, 'x'.repeat(50), random)
    const posts = [...burst, ...first, ...repaired].filter(({ isWanted, isPacked }) => isWanted && !isPacked)
    await take(
      'northwind',
      posts.map(({ body }) => body.toString()),
    )
    const packed = happenings.map((each) => spelled(each, 'northwind', random).text) // what was packed, once more
    await take('northwind', packed.toReversed())
  }, 900_000)

  it('comes to what happened, whatever was told in which order and how often', async () => {
    expect(await tables.againstTruth('northwind', truth)).toEqual([])
    expect(await tables.waiting()).toBe(0)
  })

  it('comes to what the ordered stream comes to', async () => {
    const [one, other] = await Promise.all([tables.endState('northwind'), tables.endState('southbay')])
    expect(other.events.length).toBe(truth.happenings)
    expect(one).toEqual(other)
    await tables.close()
  })
})
