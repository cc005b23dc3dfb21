import { Badge } from '@/components/ui/badge'
import type { ActionsDesk, Target } from './opening'

/** What the verb acts on, under the title. */
export function TargetLine({
  target: { kind, id, name, code, isTyped },
  merchant,
}: {
  target: Target
  merchant: ActionsDesk['merchant']
}) {
  if (kind === 'buyer') return <>Buyer on {merchant.name}</>
  const shortId = id.length > 13 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {kind === 'token' && <span>Token {id}</span>}
      {name && <bdi>{name}</bdi>}
      {!name && kind === 'subscription' && (
        <span>
          Subscription <span className="font-mono text-meta tracking-mono">{shortId}</span>
        </span>
      )}
      {code && <span className="font-mono text-meta tracking-mono">{code}</span>}
      {isTyped && <Badge kind="plain">typed</Badge>}
    </span>
  )
}
