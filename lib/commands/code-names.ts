import { languages } from '@/lib/operations/schemas/forms'
import { country } from '@/lib/operations/schemas/scalars'

export type CodeName = { code: string; name: string }

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

// Groups of countries and made-up codes have names too, and no buyer lives in them.
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB'])

/** The countries that a command takes, by their English names. */
export function countryNames(): CodeName[] {
  const codes = pairs.map((pair) => pair.toUpperCase())
  return named(
    codes.filter((code) => !noCountries.has(code) && country.safeParse(code).success),
    'region',
  )
}

/** The languages that a command takes, by their English names. */
export const languageNames = (): CodeName[] => named([...languages], 'language')

function named(codes: string[], type: 'region' | 'language'): CodeName[] {
  const names = new Intl.DisplayNames('en', { type })
  return codes.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
