import 'server-only'
import type { Database } from '../database/open'

/** How many buyers of a merchant account can be found here, as a sentence. */
export async function knownHere(store: Database, { code, name }: { code: string; name: string }): Promise<string> {
  const row = await store.selectFrom('directory_counts').select('buyers').where('merchant', '=', code).executeTakeFirst()
  const buyers = row?.buyers ?? 0
  if (buyers === 0) return `No buyer of ${name} is known here yet: a buyer is once they have been opened or imported.`
  const counted = `${new Intl.NumberFormat('en').format(buyers)} ${buyers === 1 ? 'buyer is' : 'buyers are'} known here`
  return `${counted}: those that were opened or imported.`
}
