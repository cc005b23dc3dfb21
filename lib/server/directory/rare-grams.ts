import 'server-only'
import type { Database } from '../database/open'
import { once } from '../once'

export const gramLength = 3

/** Every three letters in a row. */
export function gramsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(gramLength - 1).map((_, at) => letters.slice(at, at + gramLength).join(''))
}

/** Enough to find few; the rest of the text is compared with what they find. */
const mostAsked = 4
const keptMs = 10 * 60_000
const places = 40
const rowsAtPlace = 25

type Sample = { counts: Map<string, number>; at: number }

/**
 * The rarest grams of words, rarest first. The index is asked for these alone: to follow what a million keys have in common takes
 * longer than to look at the few that remain.
 */
export async function rareGrams(store: Database, merchant: string, words: readonly string[]): Promise<string[]> {
  const grams = [...new Set(words.flatMap(gramsOf))]
  if (grams.length <= 1) return grams
  const { counts } = await sampleOf(store, merchant)
  const count = (gram: string) => counts.get(gram) ?? 0
  return grams.toSorted((a, b) => count(a) - count(b)).slice(0, mostAsked)
}

/** How often grams stand in a thousand keys from all over the directory; taken anew every few minutes. */
async function sampleOf(store: Database, merchant: string): Promise<Sample> {
  const samples = once('directory-samples', () => new Map<string, Sample>())
  const known = samples.get(merchant)
  if (known && Date.now() - known.at < keptMs) return known
  const counts = new Map<string, number>()
  for (const key of await someKeys(store, merchant))
    for (const gram of new Set(gramsOf(key))) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  const sample = { counts, at: Date.now() }
  samples.set(merchant, sample)
  return sample
}

async function someKeys(store: Database, merchant: string): Promise<string[]> {
  const ends = await store
    .selectFrom('directory_keys')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirst()
  const { first, last } = ends ?? {}
  if (first == null || last == null) return []
  const starts = Array.from({ length: places }, (_, place) => first + Math.floor(((last - first) * place) / places))
  const keys: string[] = []
  for (const start of new Set(starts)) {
    const rows = await store
      .selectFrom('directory_keys')
      .select(['key', 'kind', 'merchant'])
      .where('id', '>=', start)
      .orderBy('id')
      .limit(rowsAtPlace * 3)
      .execute()
    keys.push(...rows.filter((row) => row.merchant === merchant && row.kind !== 'buyer').map(({ key }) => key))
  }
  return keys
}
