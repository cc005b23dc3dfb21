import { beforeEach, describe, expect, test } from 'vitest'
import { raise } from '@/lib/alerts/server/alerts'
import { rulesOf } from '@/lib/alerts/server/rules'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { damages, unseenDamage } from './damage'

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
