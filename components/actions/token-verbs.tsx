'use client'

import { Button } from '@/components/ui/button'
import { storedMethodName } from '@/lib/charges/payment-method-words'
import type { PaymentMethod, Token } from '@/lib/operations/schemas/tokens'
import { useActions } from './actions-provider'
import type { Opening, Target } from './opening'
import { useTargetRefusal } from './use-verb-refusal'
import { FactVerbs } from './verb-button'

type Method = Pick<PaymentMethod, 'paymentMethodType' | 'value'>

const nameOf = ({ paymentMethodType, value }: Method) => storedMethodName(paymentMethodType, value)

function targetOf({ id, provider }: Token, method: Method): Target | null {
  return id === null ? null : { kind: 'token', id: String(id), name: nameOf(method), code: provider }
}

/** The verb of one token. A token without an id cannot be named to the service. */
export function TokenVerb({ token, method }: { token: Token; method: Method }) {
  const target = targetOf(token, method)
  return target && <FactVerbs target={target} fact="isEnabled" value={token.isEnabled} />
}

type AllTokens = Extract<Opening, { kind: 'all-tokens' }>

/** What disables every token of a method; null where one at most is enabled. */
export function allTokensOf(method: PaymentMethod): AllTokens | null {
  const tokens = method.tokens.flatMap((token) => (token.isEnabled ? (targetOf(token, method) ?? []) : []))
  return tokens.length < 2 ? null : { kind: 'all-tokens', method: nameOf(method), tokens }
}

export const allTokensLabel = ({ tokens }: AllTokens) => `Disable all ${tokens.length} tokens`

/** A card is off only when each of its tokens is (service-facts 2.4), so they can be disabled one after the other. */
export function MethodVerb({ method }: { method: PaymentMethod }) {
  const { open } = useActions()
  const refusalOf = useTargetRefusal()
  const all = allTokensOf(method)
  if (all === null) return null
  return (
    <Button size="small" className="mt-1.5" disabledBecause={all.tokens.map(refusalOf).find(Boolean)} onClick={() => open(all)}>
      {allTokensLabel(all)}
    </Button>
  )
}
