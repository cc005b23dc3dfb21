import { useQuery } from '@tanstack/react-query'
import { TellCustomer } from '@/components/replies/reply-text'
import { useClock } from '@/components/ui/use-clock'
import { storedMethodToTell } from '@/lib/charges/payment-method-words'
import { operationQuery } from '@/lib/client/operation-query'
import { knownQuery } from '@/lib/knowledge/client/known-query'
import { describeAutocharge, enabledOf, hasEnded } from '@/lib/knowledge/subscription-words'
import { allDisabledReply } from '@/lib/knowledge/tokens-reply'
import type { Token } from '@/lib/operations/schemas/tokens'
import { useActions } from './actions-provider'

type Props = {
  method: string
  /** The ids of the tokens that are disabled now. */
  disabled: readonly string[]
  /** Whether these are all that were: only then the customer can be told that the method is off. */
  isOff: boolean
}

/** After a whole payment method was disabled: what autocharge will do now, and what to tell the customer. */
export function AfterTokens({ method, disabled, isOff }: Props) {
  const { merchant, buyer } = useActions().context
  const request = { merchant: merchant.code, params: { buyerId: buyer.id } }
  // The page asks; here is looked at what it learned since.
  const { data: listed } = useQuery({ ...operationQuery('listSubscriptions', request), enabled: false })
  const { data: tokens } = useQuery({ ...operationQuery('listTokens', request), enabled: false })
  const { data: known } = useQuery({ ...knownQuery(merchant.code, buyer.id), enabled: false })
  const { now } = useClock(Date.now())
  // What was just done is newer than what the page has read.
  const asOfNow = <T extends Token>(token: T): T => (disabled.includes(String(token.id)) ? { ...token, isEnabled: false } : token)
  const methods = (tokens?.data ?? known?.methods ?? []).map((each) => ({ ...each, tokens: each.tokens.map(asOfNow) }))
  const enabled = enabledOf(methods, tokens ? [] : known?.looseTokens.map(asOfNow))
  const running = (listed?.data ?? known?.subscriptions ?? []).filter((each) => !hasEnded(each))
  const reply = isOff ? allDisabledReply(storedMethodToTell(method), running, enabled) : null
  return (
    <>
      <section aria-labelledby="what-happens-next">
        <h3 id="what-happens-next" className="mb-1.5 font-medium text-table">
          What happens next
        </h3>
        {running.length === 0 ? (
          <p className="text-table">We know of no running subscription, so we can’t say what autocharge will do.</p>
        ) : (
          <ul className="grid gap-1 text-table">
            {running.map((subscription) => {
              const { value, note } = describeAutocharge(subscription, enabled, { now, zone: merchant.timeZone })
              const name =
                subscription.product?.name ?? subscription.product?.code ?? `Subscription ${subscription.id.slice(0, 8)}…`
              return (
                <li key={subscription.id}>
                  <bdi className="font-medium">{name}</bdi>: autocharge is {value.toLowerCase()}
                  {note && `, ${note}`}.
                </li>
              )
            })}
          </ul>
        )}
      </section>
      {reply && <TellCustomer parts={reply} />}
    </>
  )
}
