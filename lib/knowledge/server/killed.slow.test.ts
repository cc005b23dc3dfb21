import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { engines, newPlace, type OwnPlace } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { factsOf, knownVersion } from './facts'

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const day = 86_400_000

describe.each(engines)('a dashboard that is killed while it refreshes a buyer, on %s', (engine) => {
  let place: OwnPlace
  let witness: Database

  beforeAll(async () => {
    place = await newPlace(engine)
    witness = await openDatabase(place)
  })

  afterAll(async () => {
    await witness.destroy()
    await place.remove()
  })

  const endDates = async () =>
    (await factsOf('northwind', buyerId, undefined, witness)).flatMap(({ field, value }) =>
      field === 'endDate' ? [Date.parse(String(value)) / day] : [],
    )

  test('loses nothing it has noted, keeps no half of an answer and nothing twice', { timeout: 60_000 }, async () => {
    const script = await bundled('lib/knowledge/server/reader-for-tests.ts')
    let noted = 20_000
    for (const refreshes of [1, 4, 9, 17]) {
      const reader = forked(script, place, { FROM: String(noted + 1) })
      let saved = noted
      const until = noted + refreshes
      reader.on('message', (turn: number) => {
        saved = turn
        if (turn === until) reader.kill('SIGKILL')
      })
      await once(reader, 'exit')
      const known = await endDates()
      expect(known).toHaveLength(3)
      expect(new Set(known).size).toBe(1)
      expect(known[0]).toBeGreaterThanOrEqual(saved)
      noted = known[0] ?? noted
    }
    // Each refresh changed the dates once: a version for each, and none for what was given up.
    expect(await knownVersion('northwind', buyerId, witness)).toBe(noted - 20_000)
    rmSync(script)
  })
})
