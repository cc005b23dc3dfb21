import { describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { Dashboard } from '@/lib/testing/dashboard'
import { recordFailure, recordSuccess, secondsToWait } from './throttle'

new Dashboard()
const began = new Date('2026-03-02T09:00:00.000Z')
const later = (ms: number) => new Date(began.getTime() + ms)

let count = 0
/** Somebody nobody has seen before; part of it may be given. */
const someone = (given: { email?: string; address?: string } = {}) => {
  count += 1
  return { email: `p${count}@example.test`, address: `203.0.113.${count}`, ...given }
}
const fail = async (times: number, who: () => { email: string; address: string }) => {
  for (let done = 0; done < times; done += 1) await recordFailure(await database(), who(), began)
}
const wait = async (who: { email: string; address: string }, now = began) => secondsToWait(await database(), who, now)

describe('wrong passwords on one account (A16)', () => {
  it.each([
    [0, null],
    [4, null],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 8],
    [9, 15],
    [40, 15],
  ])('%i of them cost %s seconds', async (failures, seconds) => {
    const { email } = someone()
    await fail(failures, () => someone({ email }))
    expect(await wait(someone({ email }))).toBe(seconds)
  })

  it('are waited for no longer than told', async () => {
    const { email } = someone()
    await fail(9, () => someone({ email }))
    expect([await wait(someone({ email }), later(14_000)), await wait(someone({ email }), later(15_000))]).toEqual([1, null])
  })

  it('are the same account’s in any spelling', async () => {
    const { email } = someone()
    await fail(6, () => someone({ email: ` ${email.toUpperCase()} ` }))
    expect(await wait(someone({ email }))).toBe(2)
  })

  it('that were made before the clock was set back are not waited for until it gets there again (F26)', async () => {
    const { email } = someone()
    await fail(40, () => someone({ email }))
    expect(await wait(someone({ email }), later(-3_600_000))).toBeNull()
    for (let again = 0; again < 5; again += 1) await recordFailure(await database(), someone({ email }), later(-3_600_000))
    expect(await wait(someone({ email }), later(-3_600_000))).toBe(1)
  })

  it('leave everybody else alone', async () => {
    const { email } = someone()
    await fail(40, () => someone({ email }))
    expect(await wait(someone())).toBeNull()
  })

  it('are forgotten with the right one, and after an hour', async () => {
    const [first, second] = [someone().email, someone().email]
    await fail(9, () => someone({ email: first }))
    await recordSuccess(await database(), someone({ email: first }))
    expect(await wait(someone({ email: first }))).toBeNull()
    await fail(9, () => someone({ email: second }))
    await recordFailure(await database(), someone(), later(60 * 60_000 + 1_000))
    expect(await wait(someone({ email: second }))).toBeNull()
  })
})

describe('wrong passwords from one address', () => {
  it.each([
    [19, null],
    [20, 1],
    [25, 32],
    [40, 300],
  ])('%i of them, each on another account, cost %s seconds', async (failures, seconds) => {
    const { address } = someone()
    await fail(failures, () => someone({ address }))
    expect(await wait(someone({ address }))).toBe(seconds)
  })

  it('are not forgotten with one right password', async () => {
    const { address } = someone()
    await fail(22, () => someone({ address }))
    const owner = someone({ address })
    await recordSuccess(await database(), owner)
    expect(await wait(owner)).toBe(4)
  })
})
