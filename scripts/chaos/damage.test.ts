import { beforeEach, describe, expect, test } from 'vitest'
import { raise } from '@/lib/alerts/server/alerts'
import { rulesOf } from '@/lib/alerts/server/rules'
import { recordEverything } from '@/lib/commands/server/record-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { damages, unseenDamage, type Verified } from './damage'
import { edits, otherEdits } from './edits'

describe.each(engines)('a damage, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const raiseOne = async (about: string) => {
    const [rule] = await rulesOf(own.store, 'northwind')
    const merchant = merchantByCode('northwind')
    if (!rule || !merchant) throw new Error('There is a rule and an account in every test')
    const finding = { about, words: 'Two double payments', href: '/lists', count: 2, newest: '2026-11-22' }
    await own.store.transaction().execute((tx) => raise(tx, { rule, merchant, finding, now: Date.now() }))
  }

  beforeEach(async () => {
    await raiseOne('before')
    await raiseOne('also before')
  })

  test('is put back whole, also where an alert was raised meanwhile', async () => {
    const unseen = await unseenDamage(own.store, ['another person'], randomFrom(3), async () => {
      await raiseOne('meanwhile')
      return { whole: false, output: '' }
    })
    expect(unseen).toEqual([])
    expect(await verify(own.store, '')).toMatchObject({ whole: true })
    expect((await own.store.selectFrom('alerts').select('about').execute()).map(({ about }) => about)).not.toContain('meanwhile')
  })

  test('is put back whole while a copy writes', async () => {
    let isOver = false
    const writing = (async () => {
      // Where the head is damaged nothing is written after it.
      for (let at = 0; !isOver; at += 1) await raiseOne(`at ${at}`).catch(() => undefined)
    })()
    const seen = async () => ({ whole: false, output: '' })
    await unseenDamage(own.store, Object.keys(damages), randomFrom(3), seen)
    isOver = true
    await writing
    expect(await verify(own.store, '')).toMatchObject({ whole: true })
  })
})

describe.each(engines)('an edit of a table by hand, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const verified: Verified = async () => {
    const verdict = await verify(own.store, '')
    return { output: JSON.stringify(verdict), rows: [], ...verdict }
  }
  const names = Object.keys({ ...edits, ...otherEdits })
  beforeEach(recordEverything)

  test('can be done to what people have left, is named as that row, and is put back', async () => {
    const impossible: string[] = []
    for (const name of names) {
      let isPlanted = false
      const counted: Verified = () => {
        isPlanted = true
        return verified()
      }
      expect(await unseenDamage(own.store, [name], randomFrom(3), counted)).toEqual([])
      if (!isPlanted) impossible.push(name)
    }
    // Of these two nothing is left by what the test records.
    expect(impossible).toEqual(['an action said to be done', 'an approval given'])
    expect(await verify(own.store, '')).toMatchObject({ whole: true })
  })

  test('that is reported as another row, or not at all, is told', async () => {
    const name = 'a changed row of notes'
    const seen = (said: Awaited<ReturnType<Verified>>) => unseenDamage(own.store, [name], randomFrom(3), async () => said)
    const rows = [{ table: 'notes', id: 'another', field: null, why: 'it’s gone' }]
    expect(await seen({ whole: false, output: 'said', rows })).toEqual([
      expect.stringMatching(/^Damage to the record is reported: a changed row of notes was, but not as notes \S+, it said said$/),
    ])
    expect(await seen({ whole: true, output: 'said' })).toEqual([
      'Damage to the record is reported: a changed row of notes was not, it said said',
    ])
  })

  test('of several is the first that can be done', async () => {
    await own.store.deleteFrom('quotes').execute()
    const tried = ['a row of quotes taken out', 'a changed row of notes', 'a row of notes taken out']
    const unseen = await unseenDamage(own.store, [tried], randomFrom(3), async () => ({ whole: true, output: '' }))
    expect(unseen).toEqual([expect.stringContaining('a changed row of notes was not')])
  })
})
