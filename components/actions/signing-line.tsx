import type { Preview } from '@/lib/commands/preview'

const sources = {
  typed: 'typed',
  history: 'latest in the buyer’s history',
  fallback: 'the merchant account’s fallback, because we don’t know the buyer’s',
}

/** Which address the request is signed with: the buyer's, never the agent's. Until that is known its place is kept, so that no button moves. */
export function SigningLine({ buyerAddress }: { buyerAddress: Preview['buyerAddress'] | undefined }) {
  if (!buyerAddress) return <p aria-hidden className="h-4" />
  const { address, source } = buyerAddress
  return (
    <p className="text-meta text-muted">
      Signed with buyer address <span className="tabular-nums">{address}</span>, {sources[source]}.
    </p>
  )
}
