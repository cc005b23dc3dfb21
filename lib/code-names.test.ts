import { expect, test } from 'vitest'
import { countryNames, languageNames } from './code-names'

test('countries and languages stand under their names, and only those that can be sent', () => {
  const countries = countryNames()
  expect(countries).toContainEqual({ code: 'NL', name: 'Netherlands' })
  expect(countries.map(({ code }) => code)).not.toContain('EU')
  expect(countries.length).toBeGreaterThan(200)
  expect(languageNames()).toContainEqual({ code: 'pt', name: 'Portuguese' })
})
