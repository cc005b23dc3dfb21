import type { Preview } from '@/lib/preview'

const sources = {
  typed: 'typed',
  history: 'the newest in the buyer’s history',
  fallback: 'the merchant account’s fallback, for the buyer’s own is not known',
}

/** Which address the request is signed with: the buyer's, never the agent's. */
export function SigningLine({ buyerAddress: { address, source } }: Pick<Preview, 'buyerAddress'>) {
  return (
    <p className="text-meta text-muted">
      Signed for buyer address <span className="tabular-nums">{address}</span>, {sources[source]}.
    </p>
  )
}
