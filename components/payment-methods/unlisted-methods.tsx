import type { Clock } from '@/components/ui/use-clock'
import type { MethodSeen } from '@/lib/charges/methods-seen'
import { formatDay } from '@/lib/core/dates'
import type { KnownNow } from '@/lib/knowledge/known'
import type { Token } from '@/lib/operations/schemas/tokens'
import type { MethodVerbs } from './stored-method'
import { MethodIcon } from './stored-method'
import { TokenRow } from './token-row'

/** Methods seen in the charge history, for merchants that can't read tokens. */
export function MethodsSeen({ seen, missing }: { seen: readonly MethodSeen[]; missing: string | null }) {
  return (
    <>
      <ul className="divide-y">
        {seen.map(({ words, method, attempts, received, lastDay }) => (
          <li key={words} className="flex items-start gap-2 py-1.5 text-table">
            <span className="mt-0.5">
              <MethodIcon type={method?.type ?? null} />
            </span>
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{words}</span>
              <span className="block text-meta text-muted tabular-nums">
                {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, {received} received
                {lastDay ? ` · last ${formatDay(lastDay)}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="py-1 text-meta text-muted">
        {seen.length > 0 ? 'Seen in the charge history. ' : (missing ?? 'The charge history shows no payment methods.')}{' '}
        {seen.length > 0 && missing !== null && `${missing} `}
        This merchant account can’t list tokens, so don’t assume that any of these can still be charged.
      </p>
    </>
  )
}

type LooseTokensProps = {
  tokens: readonly Token[]
  verbs?: MethodVerbs
  unconfirmed: readonly string[]
  stamps?: KnownNow['stamps'] | undefined
  clock: Clock
  chargedOn: string | null
}

const unknownMethod = { id: '', value: null, paymentMethodType: null, tokens: [] }

/** Tokens known only from actions or typed ids. No list has said which payment method they belong to. */
export function LooseTokens({ tokens, verbs, unconfirmed, stamps = {}, clock, chargedOn }: LooseTokensProps) {
  return (
    <article aria-label="Tokens with no known payment method" className="mt-2 mb-2.5 border-t pt-2.5">
      <h3 className="font-semibold text-table">Tokens with no known payment method</h3>
      <ul className="divide-y">
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            stamp={stamps[`token:${token.id}`]?.isEnabled}
            clock={clock}
            chargedOn={chargedOn}
            isUnconfirmed={unconfirmed.includes(String(token.id))}
            verb={verbs?.token(token, unknownMethod)}
          />
        ))}
      </ul>
    </article>
  )
}
