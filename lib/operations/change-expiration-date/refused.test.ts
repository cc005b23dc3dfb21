import { describe, expect, it } from 'vitest'
import { rules as changeExpirationDate } from './rules'

const clock = { zone: 'Europe/Berlin' }
const noon = Date.parse('2026-05-14T10:00:00Z')
const lastMinute = Date.parse('2026-05-14T21:59:30Z')
const body = (expirationDate: string) => ({ expirationDate, reason: 'Asked' })
const refuses = (day: string, now = noon, renewalConfirmed = false) =>
  changeExpirationDate.refuses(body(day), { now, clock, renewalConfirmed })
const renews = (day: string) => ({
  detail: 'Confirm the renewal to use today’s date. Nothing was sent.',
  code: 'confirm_required',
  fields: [
    {
      field: 'expirationDate',
      title: `An end date ${day} renews the subscription and charges the buyer within 30 minutes. Choose a later day or confirm the renewal.`,
    },
  ],
})

describe('an end date', () => {
  it.each(['2026-05-13', '2025-12-31'])('of %s has passed and is refused, confirmed or not', (day) => {
    const wrong = { fields: [{ field: 'expirationDate', title: 'Choose today (2026-05-14 in Europe/Berlin) or later' }] }
    expect(refuses(day)).toEqual(wrong)
    expect(refuses(day, noon, true)).toEqual(wrong)
  })

  it('of today renews, and is refused until that is confirmed', () => {
    expect(refuses('2026-05-14')).toEqual(renews('of today'))
    expect(refuses('2026-05-14', noon, true)).toBeNull()
  })

  it('of tomorrow is refused in the last minute before it, until it is confirmed', () => {
    expect(refuses('2026-05-15')).toBeNull()
    expect(refuses('2026-05-15', lastMinute)).toEqual(renews('that begins within a minute'))
    expect(refuses('2026-05-15', lastMinute, true)).toBeNull()
    expect(refuses('2026-05-16', lastMinute)).toBeNull()
  })
})

describe('where the service’s clock is said to be ten years ahead', () => {
  const ahead = 3653 * 86_400_000
  const at = (day: string) =>
    changeExpirationDate.refuses(body(day), { now: noon, clock: { ...clock, ahead }, renewalConfirmed: false })
  it('nobody is kept from a later day, and the day by either clock renews', () => {
    expect([at('2026-06-30'), at('2030-01-01')]).toEqual([null, null])
    expect([at('2026-05-14'), at('2036-05-14')]).toEqual([renews('of today'), renews('of today')])
    expect(at('2026-05-13')).toMatchObject({ fields: [{ title: 'Choose today (2026-05-14 in Europe/Berlin) or later' }] })
  })
})

describe('a manager is asked', () => {
  const why = 'An end date of today renews and charges the buyer'
  const mustWait = (given: object, now = noon) => changeExpirationDate.mustWait(given, { now, clock })

  it('about each day that renews, and about no other', () => {
    expect([mustWait(body('2026-05-14')), mustWait(body('2026-05-15')), mustWait(body('2026-05-13'))]).toEqual([why, null, null])
    expect([mustWait(body('2026-05-15'), lastMinute), mustWait(body('2026-05-16'), lastMinute)]).toEqual([why, null])
  })

  it('about nothing where no day is chosen', () => {
    expect(mustWait({})).toBeNull()
  })
})

describe('an end date that was sent and never answered', () => {
  const neverAgain = (day: string, now = noon) => changeExpirationDate.neverAgain(body(day), { now, clock })
  const why = 'It may have charged the buyer. Check the charge history 35 minutes after sending.'

  it.each([
    ['2026-05-13', noon, null],
    ['2026-05-14', noon, why],
    ['2026-05-15', noon, why], // by another clock that was today
    ['2026-05-16', noon, null],
    ['2026-05-16', lastMinute, why],
  ])('of %s is sent again only where it cannot have charged', (day, now, answer) => {
    expect(neverAgain(day, now)).toBe(answer)
  })
})
