import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { knownVersion } from '@/lib/knowledge/server/facts'
import { ada, employ } from './commands-for-tests'
import { ConcurrentProcesses } from './racers-for-tests'

describe.each(engines)('three processes at once on %s', (engine) => {
  let place: OwnPlace
  const racers = new ConcurrentProcesses()

  beforeAll(async () => {
    place = await newPlace(engine)
    await racers.start(3, place)
    startAt(place)
  })

  afterAll(async () => {
    await racers.stop()
    await stop()
    await place.remove()
  })

  test('make the schema of an empty database together', async () => {
    await racers.all('open', () => undefined)
    expect(await (await database()).selectFrom('journal_head').select('seq').execute()).toEqual([{ seq: 0 }])
    await employ(await database(), ada) // for the commands of the tests below
  })

  test('append to one chain without a gap or a broken link', async () => {
    const numbers = await racers.all('append', () => ({ times: 25 }))
    expect(numbers.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 75 }, (_, index) => index + 1))
    expect(await verify(await database(), place.DATA_DIR)).toMatchObject({ whole: true, entries: 75 })
  })

  test('one of three commands on a target passes, the others find it busy', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
      const outcomes = await racers.all('begin', () => ({
        name: 'changeExpirationDate',
        given: { params, actionId: randomUUID() },
      }))
      expect(outcomes.toSorted()).toEqual(['new', 'target_busy', 'target_busy'])
    }
  })

  test('one action id given to all is begun by one of them', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const given = { actionId: randomUUID(), params: { buyerId: randomUUID(), subscriptionId: randomUUID() } }
      expect((await racers.all('begin', () => ({ name: 'changeExpirationDate', given }))).toSorted()).toEqual([
        'earlier',
        'earlier',
        'new',
      ])
      expect(
        await (await database()).selectFrom('journal').select('seq').where('action_id', '=', given.actionId).execute(),
      ).toHaveLength(1)
    }
  })

  test('commands on different targets all pass', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const given = () => ({ actionId: randomUUID(), params: { buyerId: randomUUID(), subscriptionId: randomUUID() } })
      expect(await racers.all('begin', () => ({ name: 'changeExpirationDate', given: given() }))).toEqual(['new', 'new', 'new'])
    }
    expect(await verify(await database(), place.DATA_DIR)).toMatchObject({ whole: true })
  })

  test('what they learn of one buyer is counted without a loss', async () => {
    await racers.all('learn', () => ({ times: 20 }))
    expect(await knownVersion('northwind', 'b-1')).toBe(60)
  })
})
