import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { problem } from '@/lib/core/problem'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { problemIn } from '@/lib/testing/endings'
import { type ActionRequest, claim, firstOf, isRepeated, once } from './action-ids'
import { encryptJson } from './crypto'

describe.each(engines)('what is asked for under an id on %s', (engine) => {
  const own = new OwnDatabase(engine)

  const asked = (more: Partial<ActionRequest> = {}): ActionRequest => ({
    id: randomUUID(),
    what: 'keepNote',
    accountId: 'ada',
    merchant: 'northwind',
    content: { text: 'Called odile' },
    ...more,
  })

  type First = { turn: number }
  let turns = 0
  /** A change that claims its id and keeps what a repeat is told. */
  const change = (given: ActionRequest | null) =>
    once<First, string>(
      given,
      (its) =>
        own.store.transaction().execute(async (tx) => {
          await its.take(tx)
          turns += 1
          const first = { turn: turns }
          await its.keep(tx, first)
          return `turn ${first.turn}`
        }),
      async ({ turn }) => `turn ${turn}`,
    )
  const title = 'This form was already sent'
  const conflict = expect.objectContaining({ kind: 'conflict', code: 'action_id_used', title })

  test('is done once, however often and at however many moments at once it comes', async () => {
    const given = asked()
    const before = turns
    const answers = await Promise.all([change(given), change({ ...given }), change(given)])
    expect(new Set([...answers, await change(given)])).toEqual(new Set([`turn ${before + 1}`]))
  })

  test('is the same whatever the order of its fields', async () => {
    const given = asked({ content: { one: 1, other: [2] } })
    expect(await change({ ...given, content: { other: [2], one: 1, none: undefined } })).toBe(await change(given))
  })

  test.each<Partial<ActionRequest>>([
    { what: 'askRefund' },
    { accountId: 'bob' },
    { merchant: 'southwind' },
    { content: { text: 'Called Odile' } },
    { content: null },
  ])('is nobody else’s and nothing else: with %o it is a conflict that tells nothing of the first', async (more) => {
    const given = asked()
    await change(given)
    const before = turns
    const answers = await problemIn(change({ ...given, ...more }))
    expect([answers, turns]).toEqual([conflict, before])
    expect(answers.detail).toContain('nothing was sent or changed')
    expect(JSON.stringify(answers)).not.toMatch(/odile|ada|northwind|keepNote/i)
    expect(await problemIn(own.store.transaction().execute((tx) => claim(tx, { ...given, ...more })))).toEqual(conflict)
  })

  test('is a conflict for one of two that differ and come at the same moment', async () => {
    const given = asked()
    const [one, other] = await Promise.allSettled([change(given), change({ ...given, accountId: 'bob' })])
    const refused = [one, other].find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(refused.reason.problem).toEqual(conflict)
  })

  test('is not begun again once it is known as done', async () => {
    const given = asked()
    await change(given)
    let begun = 0
    const work = async () => {
      begun += 1
      return 'again'
    }
    expect([await once<First, string>(given, work, ({ turn }) => `turn ${turn}`), begun]).toEqual([`turn ${turns}`, 0])
  })

  test('is each time another thing where no id is given', async () => {
    expect(await change(null)).not.toBe(await change(null))
  })

  test('may be asked for again where its change was given up', async () => {
    const given = asked()
    const givenUp = once(
      given,
      (its) =>
        own.store.transaction().execute(async (tx) => {
          await its.take(tx)
          throw new Error('The disk is full')
        }),
      async () => 'again',
    )
    await expect(givenUp).rejects.toThrow('The disk is full')
    expect(await firstOf(given)).toBeNull()
    expect(await change(given)).toBe(`turn ${turns}`)
  })

  test('that kept nothing to tell is known as done', async () => {
    const given = asked()
    expect(await own.store.transaction().execute((tx) => claim(tx, given))).toBe(true)
    expect(await own.store.transaction().execute((tx) => claim(tx, given))).toBe(false)
    expect(await firstOf(given)).toEqual({ first: null })
  })

  describe('and answered from what was kept', () => {
    const firstIn = async ({ id }: ActionRequest) =>
      (await own.store.selectFrom('action_ids').select('first').where('id', '=', id).executeTakeFirstOrThrow()).first
    const keepInstead = ({ id }: ActionRequest, first: string | null) =>
      own.store.updateTable('action_ids').set({ first }).where('id', '=', id).execute()

    test.each<[string, (other: ActionRequest) => string | null | Promise<string | null>]>([
      ['the answer of another request', firstIn],
      ['an answer that is bound to no request, as older versions kept it', () => encryptJson({ turn: 1 })],
      ['what nobody can read', () => 'garbage'],
    ])('is told nothing of %s, and that it was done', async (_, instead) => {
      const [given, other] = [asked(), asked()]
      await change(given)
      await change(other)
      const before = turns
      await keepInstead(given, await instead(other))
      const unread = await problemIn(change(given))
      expect([unread, turns]).toEqual([expect.objectContaining({ kind: 'conflict', code: 'first_answer_unread' }), before])
      expect(unread.detail).toContain('Nothing was done now')
      expect(await isRepeated(given)).toBe(true)
      expect(await change(other)).toBe(`turn ${turns}`)
    })
  })

  describe('and is refused', () => {
    /** The same comes to its end while this one is at work. */
    const overtaken = (given: ActionRequest, cause: Error) =>
      once<First, string>(
        given,
        async () => {
          await change(given)
          throw cause
        },
        ({ turn }) => `turn ${turn}`,
      )

    test('is told the answer of the same that came first, for that may be why it was refused', async () => {
      expect(await overtaken(asked(), problem('conflict', 'It has changed'))).toBe(`turn ${turns}`)
    })

    test('is told the refusal where the same did not come first', async () => {
      const refused = once(
        asked(),
        async () => Promise.reject(problem('conflict', 'It has changed')),
        () => 'again',
      )
      expect((await problemIn(refused)).detail).toBe('It has changed')
    })

    test('is told what is out of order, whatever came first', async () => {
      expect((await problemIn(overtaken(asked(), problem('unavailable', 'Try later')))).detail).toBe('Try later')
      await expect(overtaken(asked(), new Error('A bug'))).rejects.toThrow('A bug')
    })
  })

  test('is not kept in a form that anybody can read or guess', async () => {
    const given = asked()
    await change(given)
    const row = await own.store.selectFrom('action_ids').selectAll().where('id', '=', given.id).executeTakeFirstOrThrow()
    expect(row.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toMatch(/odile|turn/i)
    expect(Date.now() - Date.parse(row.claimed_at)).toBeLessThan(60_000)
    await own.start({ NEXTAUTH_SECRET: 'another secret of tests, as long as the first' })
    expect(await problemIn(firstOf(given))).toEqual(conflict) // the digest has a key
    await own.start()
    expect(await firstOf(given)).toEqual({ first: { turn: turns } })
  })
})
