import type { Clock } from '@/components/ui/use-clock'
import type { KnownNow } from '@/lib/known'
import type { Token } from '@/lib/operations/schemas/tokens'
import type { MethodVerbs } from './method-verbs'
import { TokenRow } from './token-row'

type Props = {
  tokens: readonly Token[]
  verbs?: MethodVerbs
  stamps?: KnownNow['stamps'] | undefined
  clock: Clock
  chargedOn: string | null
}

const unknownMethod = { id: '', value: null, paymentMethodType: null, tokens: [] }

/** Tokens that are known by what was done to them or what somebody typed; no list has told whose payment method they are. */
export function LooseTokens({ tokens, verbs, stamps = {}, clock, chargedOn }: Props) {
  return (
    <article aria-label="Tokens known by their id" className="mt-2 mb-2.5 border-t pt-2.5">
      <h3 className="font-semibold text-table">Tokens known by their id</h3>
      <ul className="divide-y">
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            stamp={stamps[`token:${token.id}`]?.isEnabled}
            clock={clock}
            chargedOn={chargedOn}
            verb={verbs?.token(token, unknownMethod)}
          />
        ))}
      </ul>
    </article>
  )
}
