import { ChevronRight, CreditCard, Landmark, ReceiptText, Wallet } from 'lucide'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { State } from '@/components/ui/state'
import type { Clock } from '@/components/ui/use-clock'
import { type MethodKind, methodKind, storedMethodName } from '@/lib/charges/payment-method-words'
import { formatDay, serviceTime } from '@/lib/core/dates'
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
  /** Stands unfolded at first. */
  isOpen: boolean
  verbs?: MethodVerbs
  /** Ids of the tokens that may be on or off. */
  unconfirmed: readonly string[]
  stamps?: KnownNow['stamps'] | undefined
  clock: Clock
  chargedOn: string | null
}

/** A payment method on one line. It unfolds to its tokens: one for every provider and mid where it was used. */
export function StoredMethod({ method, isOpen, verbs, unconfirmed, stamps = {}, clock, chargedOn }: Props) {
  const { id, paymentMethodType, value, tokens } = method
  const name = storedMethodName(paymentMethodType, value)
  const aside = value !== null && !name.includes(value) ? value : null
  const used = tokens.flatMap(({ successfullyUsedAt }) => serviceTime(successfullyUsedAt)?.day ?? []).toSorted()
  return (
    <details aria-label={name} open={isOpen} className="group/method border-t first-of-type:border-t-0">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-2 gap-y-1 rounded-control px-4 py-1.5 text-table hover:bg-hover">
        <MethodIcon type={paymentMethodType} />
        <h3 className="font-medium tabular-nums">{name}</h3>
        {aside && (
          <span dir="auto" className="min-w-0 text-meta text-muted wrap-anywhere">
            {aside}
          </span>
        )}
        {used.length > 0 && <span className="text-muted tabular-nums">used {formatDay(used.at(-1) ?? '')}</span>}
        <span className="ml-auto inline-flex items-center gap-2">
          <TokensOn tokens={tokens} unconfirmed={unconfirmed} />
          <Icon of={ChevronRight} className="text-muted transition-transform duration-fast group-open/method:rotate-90" />
        </span>
      </summary>
      <div className="px-4 pb-2.5">
        <p className="whole-id text-meta text-muted wrap-anywhere">
          method <span className="font-mono tracking-mono">{id}</span>
        </p>
        {tokens.length === 0 && <p className="py-1 text-meta text-muted">The service lists no tokens for this payment method.</p>}
        <ul className="divide-y">
          {tokens.map((token, index) => (
            <TokenRow
              key={token.id ?? `unnamed ${index}`}
              token={token}
              stamp={stamps[`token:${token.id}`]?.isEnabled}
              clock={clock}
              chargedOn={chargedOn}
              isUnconfirmed={unconfirmed.includes(String(token.id))}
              verb={verbs?.token(token, method)}
            />
          ))}
        </ul>
        {verbs?.method(method)}
      </div>
    </details>
  )
}

/** How many of a method's tokens can be charged, as far as that is known. */
function TokensOn({ tokens, unconfirmed }: Pick<PaymentMethod, 'tokens'> & Pick<Props, 'unconfirmed'>) {
  if (tokens.length === 0) return <State kind="neutral">no tokens</State>
  if (tokens.some(({ id }) => unconfirmed.includes(String(id)))) return <Badge kind="unconfirmed">unconfirmed</Badge>
  const on = tokens.filter(({ isEnabled }) => isEnabled).length
  if (tokens.some(({ isEnabled }) => isEnabled === null))
    return <State kind="neutral">{`${on} of ${tokens.length} known on`}</State>
  const words = tokens.length === 1 ? (on === 1 ? 'token on' : 'token off') : `${on} of ${tokens.length} tokens on`
  return <State kind={on > 0 ? 'settled' : 'neutral'}>{words}</State>
}

const icons = { card: CreditCard, wallet: Wallet, voucher: ReceiptText, bank: Landmark, other: Wallet } satisfies Record<
  MethodKind,
  unknown
>

export function MethodIcon({ type }: { type: string | null }) {
  return <Icon of={icons[methodKind(type)]} className="text-muted" />
}
