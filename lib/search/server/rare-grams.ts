import 'server-only'
import type { Database } from '@/lib/database/open'
import { singleton } from '@/lib/platform/singleton'

export const gramLength = 3

/** Every three letters in a row. */
export function gramsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(gramLength - 1).map((_, index) => letters.slice(index, index + gramLength).join(''))
}

/** Enough to find few; the rest of the text is compared with what they find. */
const maxGrams = 4
const keptMs = 10 * 60_000
const maxRowsRead = 2_000
const goldenRatio = 0.618_033_988_749_895

/** How many of the sampled keys hold a gram, of the merchant account and of all. */
type Sample = { own: Counts; all: Counts; size: number; at: number }
type Counts = Map<string, number>

/**
 * The rarest grams of words, rarest first; `common`: which share of the account's keys holds the rarest, from 0 to 1; `isOthers`: whether
 * most keys that hold it are of other accounts. The index is asked for these grams alone: to follow what a million keys have in common
 * takes longer than to look at the few that remain.
 */
export async function rareGrams(store: Database, merchant: string, words: readonly string[]) {
  const grams = [...new Set(words.flatMap(gramsOf))]
  if (grams.length === 0) return { grams, common: 1, isOthers: false }
  const { own, all, size } = await sampleOf(store, merchant)
  const count = (counts: Counts, gram = '') => counts.get(gram) ?? 0
  const rarest = grams.toSorted((a, b) => count(all, a) - count(all, b)).slice(0, maxGrams)
  const ofOwn = count(own, rarest[0])
  return { grams: rarest, common: ofOwn / Math.max(size, 1), isOthers: count(all, rarest[0]) > 2 * ofOwn }
}

/** How often grams stand in some two thousand keys from all over the directory; taken anew every few minutes. */
async function sampleOf(store: Database, merchant: string): Promise<Sample> {
  const samples = singleton('directory-samples', () => new Map<string, Sample>())
  const known = samples.get(merchant)
  if (known && Date.now() - known.at < keptMs) return known
  const keys = await someKeys(store)
  const own = keys.filter((each) => each.merchant === merchant)
  const sample = { own: countsIn(own), all: countsIn(keys), size: own.length, at: Date.now() }
  samples.set(merchant, sample)
  return sample
}

function countsIn(keys: readonly { key: string }[]): Counts {
  const counts: Counts = new Map()
  for (const { key } of keys) for (const gram of new Set(gramsOf(key))) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  return counts
}

async function someKeys(store: Database): Promise<{ key: string; merchant: string }[]> {
  // One at a time: asked for both, the embedded database reads every row.
  const end = (order: 'asc' | 'desc') =>
    store.selectFrom('directory_keys').select('id').orderBy('id', order).limit(1).executeTakeFirst()
  const first = (await end('asc'))?.id
  const last = (await end('desc'))?.id
  if (first === undefined || last === undefined) return []
  // Neighbours are alike, so single rows from everywhere tell more than a few stretches.
  const ids = Array.from(
    { length: maxRowsRead },
    (_, number) => first + Math.floor((last - first + 1) * ((number * goldenRatio) % 1)),
  )
  const rows = await store
    .selectFrom('directory_keys')
    .select(['key', 'kind', 'merchant'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return rows.filter(({ kind }) => kind !== 'buyer')
}
