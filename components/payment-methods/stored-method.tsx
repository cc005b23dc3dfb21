import { CreditCard, Landmark, ReceiptText, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import type { Clock } from '@/components/ui/use-clock'
import { type MethodKind, methodKind, storedMethodName } from '@/lib/charges/payment-method-words'
import type { KnownNow } from '@/lib/knowledge/known'
import type { PaymentMethod, Token } from '@/lib/operations/schemas/tokens'
import { TokenRow } from './token-row'

/** What can be done to a token and to all of a method's. The page puts it in: this subject only shows what is known. */
export type MethodVerbs = {
  token: (token: Token, method: PaymentMethod) => ReactNode
  method: (method: PaymentMethod) => ReactNode
  /** Where none can be listed. */
  byId: ReactNode
}

type Props = {
  method: PaymentMethod
  verbs?: MethodVerbs
  stamps?: KnownNow['stamps'] | undefined
  clock: Clock
  chargedOn: string | null
}

/** A payment method and its tokens: one for every provider and mid where it was used. */
export function StoredMethod({ method, verbs, stamps = {}, clock, chargedOn }: Props) {
  const { id, paymentMethodType, value, tokens } = method
  const name = storedMethodName(paymentMethodType, value)
  const aside = value !== null && !name.includes(value) ? value : null
  return (
    <article aria-label={name} className="not-first:mt-2 not-first:border-t not-first:pt-2.5">
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-table">
        <MethodIcon type={paymentMethodType} />
        <h3 className="font-semibold tabular-nums">{name}</h3>
        {aside && (
          <span dir="auto" className="min-w-0 text-meta text-muted wrap-anywhere">
            {aside}
          </span>
        )}
        <span className="ml-auto">
          <Ident value={id} align="end" />
        </span>
      </div>
      {tokens.length === 0 && <p className="py-1 text-meta text-muted">The service lists no tokens for this payment method.</p>}
      <ul className="divide-y">
        {tokens.map((token, index) => (
          <TokenRow
            key={token.id ?? `unnamed ${index}`}
            token={token}
            stamp={stamps[`token:${token.id}`]?.isEnabled}
            clock={clock}
            chargedOn={chargedOn}
            verb={verbs?.token(token, method)}
          />
        ))}
      </ul>
      {verbs?.method(method)}
    </article>
  )
}

const icons = { card: CreditCard, wallet: Wallet, voucher: ReceiptText, bank: Landmark, other: Wallet } satisfies Record<
  MethodKind,
  unknown
>

export function MethodIcon({ type }: { type: string | null }) {
  return <Icon of={icons[methodKind(type)]} className="text-muted" />
}
