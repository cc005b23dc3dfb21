import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { noClaim } from '@/lib/journal/action-ids'
import { dataFolder } from '@/lib/journal/checkpoints'
import { verify } from '@/lib/journal/verify'
import { reset, statusOf } from '@/lib/testing/post-taker'
import { deliverNotices } from './deliver'
import { forgetOldNotices } from './deliveries'
import { addAccount, admin, newHook, numberIn, tell } from './hook-for-tests'
import { changeHook, removeHook, sendAgain } from './hooks'
import { notify } from './notify'
import { isSigned, Receiver } from './receiver-for-tests'

const hour = 3_600_000
const goOn = new AbortController().signal
const deliver = () => deliverNotices(goOn, 2_000)
const after = (ms: number) => new Date(Date.now() + ms).toISOString()

describe.each(engines)('deliveries to a hook, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const receiver = new Receiver()
  let hook: { id: string; secret: string }

  beforeAll(async () => {
    await receiver.start()
    await own.start({ HOOK_HOSTS: `127.0.0.1:${receiver.port}` })
    await addAccount(own.store, { id: admin.accountId, role: 'admin' })
  })
  afterAll(() => {
    receiver.stop()
    process.env.HOOK_HOSTS = ''
  })
  beforeEach(async () => {
    receiver.received.length = 0
    hook = await newHook(receiver.url)
  })
  afterEach(() => removeHook(admin, hook.id, noClaim))

  const deliveries = () =>
    own.store.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', hook.id).orderBy('seq').execute()
  const progress = () =>
    own.store.selectFrom('hook_progress').selectAll().where('hook_id', '=', hook.id).executeTakeFirstOrThrow()
  const row = () => own.store.selectFrom('hooks').selectAll().where('id', '=', hook.id).executeTakeFirstOrThrow()
  const setProgress = (values: { due_at?: string; failed_since?: string }) =>
    own.store.updateTable('hook_progress').set(values).where('hook_id', '=', hook.id).execute()
  /** As if the time until the next try had passed, and what it comes to. */
  async function nextTry(): Promise<string | null> {
    await setProgress({ due_at: '' })
    await deliver()
    return (await progress()).last_status
  }

  it('come in the order in which things happened, each once and signed, while the receiver takes them', async () => {
    await tell(own.store, 30)
    await Promise.all([deliverNotices(goOn), deliverNotices(goOn)])
    expect(receiver.received.map(({ body }) => numberIn(body))).toEqual(Array.from({ length: 30 }, (_, n) => n))
    expect(new Set(receiver.ids()).size).toBe(30)
    expect(receiver.received.every((each) => isSigned(hook.secret, each))).toBe(true)
    const { id = '', body = '' } = receiver.received[0] ?? {}
    expect(JSON.parse(body)).toEqual({
      id,
      kind: 'alert',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      account: 'Northwind',
      words: 'Alert 0',
      href: 'http://127.0.0.1:3000/settings/alerts',
    })
    expect(
      (await deliveries()).every(({ state, tries, status }) => state === 'delivered' && tries === 1 && status === '204'),
    ).toBe(true)
  })

  it('are only of the kinds and merchant accounts that the hook is for, and of what was committed', async () => {
    const news = { of: '1', merchant: 'northwind', words: 'Alert 1', href: '/' }
    await own.store.transaction().execute((tx) => notify(tx, { ...news, kind: 'handover' }, { right: 'read' }))
    await changeHook(admin, hook.id, { accounts: ['northwind'] }, noClaim)
    await own.store
      .transaction()
      .execute((tx) => notify(tx, { ...news, of: '2', merchant: 'southbay', kind: 'alert' }, { right: 'read' }))
    await expect(
      own.store.transaction().execute(async (tx) => {
        await notify(tx, { ...news, of: '3', kind: 'alert' }, { right: 'read' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await deliveries()).toEqual([])
    expect(await own.store.selectFrom('notices').select('id').where('notice_key', '=', 'alert 3').execute()).toEqual([])
  })

  it('are repeated under the same id after 10 s, 1, 10, 30 and 60 minutes, and those after them wait', async () => {
    await tell(own.store, 3)
    receiver.next.push(statusOf(500), reset, statusOf(503), statusOf(429), statusOf(500))
    const pauses: number[] = []
    for (let n = 0; n < 5; n += 1) {
      await nextTry()
      pauses.push(Math.round((Date.parse((await progress()).due_at) - Date.now()) / 1_000))
    }
    expect(pauses.map((seconds, n) => Math.abs(seconds - ([10, 60, 600, 1_800, 3_600][n] ?? 0)) <= 2)).toEqual(
      Array(5).fill(true),
    )
    expect([new Set(receiver.ids()).size, receiver.received.length]).toEqual([1, 5])
    await deliver() // it isn't due yet
    expect(receiver.received).toHaveLength(5)
    expect(await nextTry()).toBe('204')
    expect(receiver.received.map(({ body }) => numberIn(body))).toEqual([0, 0, 0, 0, 0, 0, 1, 2])
    expect(new Set(receiver.received.slice(0, 6).map(({ body }) => body)).size).toBe(1)
    expect(await progress()).toMatchObject({ failures: 0, failed_since: null })
  })

  it('that the receiver refuses are given up after six tries, in the open, and the next one goes on', async () => {
    await tell(own.store, 2)
    receiver.next.push(...Array.from({ length: 6 }, () => statusOf(400)))
    for (let n = 0; n < 6; n += 1) await nextTry()
    expect((await deliveries()).map(({ state, tries, status }) => [state, tries, status])).toEqual([
      ['given-up', 6, '400'],
      ['delivered', 1, '204'],
    ])
    const [given] = await deliveries()
    await sendAgain(admin, { id: hook.id, deliveryId: given?.id ?? '' }, noClaim)
    await deliver()
    expect(receiver.ids().at(-1)).toBe(given?.id)
    expect((await deliveries())[0]).toMatchObject({ state: 'delivered', tries: 7 })
  })

  it('aren’t given up at a first refusal, however often the receiver was out before', async () => {
    await tell(own.store, 1)
    receiver.next.push(...Array.from({ length: 7 }, () => statusOf(503)), statusOf(404))
    for (let n = 0; n < 8; n += 1) await nextTry()
    expect((await deliveries()).map(({ state, tries, refused }) => [state, tries, refused])).toEqual([['waiting', 8, 1]])
    expect(await nextTry()).toBe('204')
  })

  it('stop after 24 hours of failure: the hook is off, admins hear of it, and what waited is given up until somebody sends it again', async () => {
    await tell(own.store, 2)
    receiver.next.push(statusOf(503), statusOf(503))
    await nextTry()
    await setProgress({ failed_since: after(-24 * hour + 60_000) })
    await nextTry()
    expect(await row()).toMatchObject({ is_on: 1 })
    receiver.next.push(statusOf(503))
    await setProgress({ failed_since: after(-24 * hour) })
    await nextTry()
    expect(await row()).toMatchObject({ is_on: 0, off_why: 'It failed for 24 hours' })
    expect((await deliveries()).map(({ state }) => state)).toEqual(['given-up', 'given-up'])
    const news = await own.store.selectFrom('notices').selectAll().where('notice_key', 'like', `alert hook ${hook.id}%`).execute()
    expect(news).toMatchObject([{ account_id: admin.accountId, href: '/settings/notifications' }])
    receiver.received.length = 0
    const [first] = await deliveries()
    const again = () => sendAgain(admin, { id: hook.id, deliveryId: first?.id ?? '' }, noClaim)
    await expect(again()).rejects.toMatchObject({ problem: { kind: 'conflict', code: 'hook_off' } })
    await tell(own.store, 1, 7) // nobody is told of what happens while it's off
    await changeHook(admin, hook.id, { on: true }, noClaim)
    await again()
    await deliver()
    expect(receiver.ids()).toEqual([first?.id])
    expect(await row()).toMatchObject({ is_on: 1, off_why: null })
    expect(await verify(own.store, dataFolder())).toMatchObject({ whole: true })
  })

  it('are tried by one copy at a time: another leaves the hook alone until that one has let go or is gone', async () => {
    await tell(own.store, 1)
    const held = { process: 'other-host:1:x', held_until: after(20_000) }
    await own.store.updateTable('hook_progress').set(held).where('hook_id', '=', hook.id).execute()
    await deliver()
    expect(receiver.received).toEqual([])
    await own.store
      .updateTable('hook_progress')
      .set({ held_until: after(-1) })
      .where('hook_id', '=', hook.id)
      .execute()
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  it('end when the hook is turned off or removed, and its address and secret go with it', async () => {
    await tell(own.store, 2)
    await changeHook(admin, hook.id, { on: false }, noClaim)
    await deliver()
    expect([receiver.received, (await deliveries()).map(({ state }) => state)]).toEqual([[], ['given-up', 'given-up']])
    const other = await newHook(receiver.url)
    await tell(own.store, 1)
    await removeHook(admin, other.id, noClaim)
    await deliver()
    const gone = await own.store.selectFrom('hooks').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow()
    expect([receiver.received, gone.sealed]).toEqual([[], ''])
  })

  it('are kept for 400 days, and notices for 30', async () => {
    await tell(own.store, 1)
    await deliver()
    const notices = () => own.store.selectFrom('notices').select('id').execute()
    await forgetOldNotices(Date.now() + 29 * 24 * hour)
    expect((await notices()).length).toBeGreaterThan(0)
    await forgetOldNotices(Date.now() + 31 * 24 * hour)
    expect([await notices(), (await deliveries()).length]).toEqual([[], 1])
    await forgetOldNotices(Date.now() + 401 * 24 * hour)
    expect(await deliveries()).toEqual([])
  })
})
