import type { ReactNode } from 'react'
import { Ident } from '@/components/ui/ident'
import { State } from '@/components/ui/state'
import { dayWords, serviceTime } from '@/lib/dates'
import type { PaymentMethod, Token } from '@/lib/operations/schemas/tokens'
import { storedMethodName } from '@/lib/payment-method-words'
import { MethodIcon } from './method-icon'
import type { MethodVerbs } from './method-verbs'

/** A payment method and its tokens: one for every provider and mid where it was used. */
export function StoredMethod({ method, verbs }: { method: PaymentMethod; verbs?: MethodVerbs }) {
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
      {tokens.length === 0 && <p className="py-1 text-meta text-muted">No token is told for it.</p>}
      <ul className="divide-y">
        {tokens.map((token, at) => (
          <TokenRow key={token.id ?? `unnamed ${at}`} token={token} verb={verbs?.token(token, method)} />
        ))}
      </ul>
      {verbs?.method(method)}
    </article>
  )
}

function TokenRow({ token: { id, provider, mid, isEnabled, successfullyUsedAt }, verb }: { token: Token; verb: ReactNode }) {
  const used = serviceTime(successfullyUsedAt)
  return (
    <li className="grid grid-cols-[4.25rem_minmax(0,1fr)_auto_auto] items-center max-sm:grid-cols-[4.25rem_minmax(0,1fr)_auto] gap-x-2.5 py-1.5 text-table">
      <span className="font-mono text-ink-2 text-meta tracking-mono">{id ?? '–'}</span>
      <span className="wrap-anywhere">{provider ?? '–'}</span>
      {isEnabled === null ? (
        <State kind="neutral">not told</State>
      ) : (
        <State kind={isEnabled ? 'settled' : 'neutral'}>{isEnabled ? 'on' : 'off'}</State>
      )}
      {verb && (
        <span className="row-span-2 self-center max-sm:order-last max-sm:col-span-3 max-sm:row-span-1 max-sm:mt-1.5">{verb}</span>
      )}
      <span className="col-span-3 text-meta text-muted tabular-nums wrap-anywhere">
        {[mid, used ? `last used ${dayWords(used.day)}` : 'never used'].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}
