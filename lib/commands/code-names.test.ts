import { expect, test, vi } from 'vitest'
import { currencies } from '@/lib/operations/schemas/forms'
import { currency, locale } from '@/lib/operations/schemas/scalars'
import { countryNames, languageNames } from './code-names'

test('countries and languages stand under their names, and only those that can be sent', () => {
  const countries = countryNames()
  expect(countries).toContainEqual({ code: 'NL', name: 'Netherlands' })
  expect(countries.map(({ code }) => code)).not.toContain('EU')
  expect(countries.length).toBeGreaterThan(200)
  expect(languageNames()).toContainEqual({ code: 'pt', name: 'Portuguese' })
})

test('every language of ISO 639-1 is offered and taken, whatever the browser knows', () => {
  const offered = languageNames().map(({ code }) => code)
  expect(offered).toHaveLength(183)
  expect(offered).toEqual(expect.arrayContaining(['tl', 'no', 'he', 'io', 'za']))
  for (const code of offered) expect([code, locale.safeParse(code).success]).toEqual([code, true])
})

test('the currencies that a price can be in are taken, and none that is withdrawn or no currency', () => {
  expect(currencies.size).toBe(155)
  for (const code of currencies) expect([code, currency.safeParse(code).success]).toEqual([code, true])
  for (const code of ['BGN', 'HRK', 'ANG', 'ZWL', 'XAU', 'XDR', 'XTS', 'XXX', 'USN'])
    expect([code, currency.safeParse(code).success]).toEqual([code, false])
})

test('no list of languages or currencies is asked of the browser', () => {
  const supportedValuesOf = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([])
  const names = vi.spyOn(Intl, 'DisplayNames').mockImplementation(() => ({ of: () => undefined }) as never)
  expect([locale.safeParse('tl').success, currency.safeParse('VED').success]).toEqual([true, true])
  expect([supportedValuesOf.mock.calls, names.mock.calls]).toEqual([[], []])
})
