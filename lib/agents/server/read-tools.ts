import 'server-only'
import type { SearchHit } from '@/lib/search/search-reading'
import { findByText } from '@/lib/search/server/find'
import type { Calling } from './call-tool'

const mostHits = 10

/** Whom a text may mean. The search is the one that people use: it counts and is written down as theirs. */
export async function findBuyer({ machine, merchant, signal }: Calling, { text }: { text: string }): Promise<object> {
  const { readAs, hits, say } = await findByText(text, { person: machine.person, merchant, signal })
  return { readAs, hits: hits.slice(0, mostHits).map(hitOf), more: Math.max(0, hits.length - mostHits), ...(say && { say }) }
}

function hitOf({ buyerId, reason, match, title, country, charge }: SearchHit): object {
  return { buyerId, why: reason, match, who: title, country, ...(charge && { charge: chargeOf(charge) }) }
}

const chargeOf = ({
  chargeId,
  orderId,
  amount,
  currency,
  day,
  status,
  descriptor,
  seenOn,
  isHint,
}: NonNullable<SearchHit['charge']>) => ({
  chargeId,
  orderId,
  day,
  asked: { amount, currency },
  untrustedStatus: status,
  untrustedDescriptor: descriptor,
  seenOn,
  ...(isHint && { hint: true }),
})
