import { ScimError } from './scim-error'

/** What users are looked for by: one of three names, and a text that must be equal. */
export type ScimFilter = { name: 'userName' | 'externalId' | 'id'; value: string }

const names = ['userName', 'externalId', 'id'] as const
const comparison = /^\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i
const advice = 'We can filter by userName, externalId or id with eq and a text in quotes, such as userName eq "ada@example.test".'

/** A filter of a list (RFC 7644, 3.4.2.2), as far as directories ask by it. Throws a ScimError. */
export function filterIn(text: string): ScimFilter {
  const [, given = '', quoted = ''] = comparison.exec(text) ?? []
  const name = names.find((each) => each.toLowerCase() === given.toLowerCase())
  if (name === undefined || text.length > 1_000) throw new ScimError(400, advice, 'invalidFilter')
  try {
    const value = String(JSON.parse(quoted))
    if (!/[\p{Cc}\p{Cs}]/u.test(value)) return { name, value }
  } catch {} // it's told as any other that we can't read
  throw new ScimError(400, advice, 'invalidFilter')
}

/** Which of a list is asked for: `startIndex` counts from 1. */
export type ScimPage = { startIndex: number; count: number }

const usualCount = 100
const maxCount = 200

/** Numbers that are too small count as the least, as the standard says. Throws a ScimError for what is none. */
export function pageIn({ startIndex, count }: { startIndex: string | null; count: string | null }): ScimPage {
  return {
    startIndex: Math.min(Math.max(1, wholeIn(startIndex, 'startIndex') ?? 1), 1_000_000_000),
    count: Math.min(Math.max(0, wholeIn(count, 'count') ?? usualCount), maxCount),
  }
}

function wholeIn(text: string | null, name: string): number | null {
  if (text === null) return null
  if (!/^-?\d{1,12}$/.test(text)) throw new ScimError(400, `${name} isn’t a whole number.`, 'invalidValue')
  return Number(text)
}
