'use client'

import { CircleCheck } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { late } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import { useClock } from '@/components/ui/use-clock'
import { buyerPath } from '@/lib/core/buyer-path'
import { timeIn } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import { formatAmount } from '@/lib/core/money'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import type { Difference } from '@/lib/operations/effects/effect'
import { describeCoupons } from '@/lib/prices/coupon-words'
import { paymentLinkIn, unsafeLinkText } from '@/lib/prices/payment-link'
import { InfoLine } from './order-summary'
import { Message, SafeLink } from './payment-link'
import type { OrderInWords } from './use-order-price'

const QrCode = late(() => import('./qr-code').then((file) => file.QrCode))

type Props = {
  answer: unknown
  order: OrderInWords
  /** When it was answered, as ISO; null while that is being read. */
  answeredAt: string | null
  actionId: string | null
  /** Whether an earlier try made it, and this one only brought its answer. */
  isRepeat?: boolean
  /** Where the answer shows something else than was sent; null while that is being read. Until it's known that nothing differs, there's no message. */
  differences: readonly Difference[] | null
  /** What may be done next. */
  children: ReactNode
}

/** The page somebody pays on: what it sells, its address as the service gave it, and the message that goes with it. */
export function PaymentPageCard({ answer, order, answeredAt, actionId, isRepeat = false, differences, children }: Props) {
  const link = paymentLinkIn(answer)
  if (link === null) return null
  const { address, isSafe } = link
  const isAsSent = differences?.length === 0
  return (
    <Card aria-label="Payment page" className="mx-auto max-w-200">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 px-6 py-5 sm:grid-cols-[minmax(0,1fr)_auto] max-sm:px-4">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start">
          <Ready answeredAt={answeredAt} actionId={actionId} />
          {isRepeat && <p className="mt-1 text-meta text-muted">An earlier try created this link. Nothing was sent again.</p>}
          <h2 className="mt-3.5 font-semibold text-title wrap-anywhere">{order.product ?? 'Order'}</h2>
          <Price order={order} />
          {differences !== null && !isAsSent && <Otherwise differences={differences} />}
          {isSafe ? (
            <SafeLink address={address} order={order} hasMessage={isAsSent} />
          ) : (
            <div className="mt-4 grid gap-2">
              <p className="break-all font-mono text-table tracking-mono">{address}</p>
              <Notice kind="danger" role="alert">
                {unsafeLinkText}
              </Notice>
            </div>
          )}
        </div>
        {isSafe && (
          <div className="grid content-start justify-items-center gap-2">
            <QrCode text={address} />
            <p className="text-meta text-muted">Scan to pay on a phone</p>
          </div>
        )}
      </div>
      {isSafe && isAsSent && <Message order={order} address={address} />}
      <div className="grid gap-2 border-t px-6 py-4 max-sm:px-4">
        <InfoLine>Nothing is charged yet. The charge shows in the buyer’s history once they’ve paid.</InfoLine>
        <InfoLine>Send the link soon, because it may expire. The payment page sets the final price.</InfoLine>
        <div className="mt-1.5 flex flex-wrap items-start gap-2">
          {children}
          {order.buyerId && (
            <Link href={buyerPath(order.buyerId)} prefetch={false} className={buttonClass({ variant: 'quiet' })}>
              Buyer page
            </Link>
          )}
          <Details answer={answer} />
        </div>
      </div>
    </Card>
  )
}

function Ready({ answeredAt, actionId }: Pick<Props, 'answeredAt' | 'actionId'>) {
  const { zone } = useClock(0)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-table">
      <Icon of={CircleCheck} size={14} className="text-settled" />
      <b role="status" className="font-semibold">
        Payment link created
      </b>
      <span className="text-meta text-muted">
        {answeredAt !== null && `${timeIn(Date.parse(answeredAt), zone)}, `}
        {actionId === null ? (
          'recorded in the journal'
        ) : (
          <>
            recorded in the{' '}
            <Link href={`/journal?entry=${actionId}`} prefetch={false} className="text-accent underline">
              journal
            </Link>
          </>
        )}
      </span>
    </p>
  )
}

const taxTerms = { included: 'tax included', none: 'no tax', unknown: 'tax may be added' }

function Price({ order: { price, discount, coupons, forWhom } }: { order: OrderInWords }) {
  const words = [
    ...(price?.isTrial === true ? ['a trial'] : []),
    ...(price ? [taxTerms[price.tax]] : []),
    ...(discount === null ? [] : [`${discount}% off the list price`]),
    ...describeCoupons(coupons, price),
  ].join(', ')
  return (
    <>
      <p className="mt-1">
        {price === null ? (
          <span className="text-muted">Price unknown here</span>
        ) : (
          <span className="font-semibold text-[1.75rem]/9 tabular-nums">
            {formatAmount(price.total)}
            <small className="ml-1 font-normal text-body text-ink-2">{price.currency}</small>
          </span>
        )}
      </p>
      <p className="text-ink-2 wrap-anywhere">
        {words !== '' && `${words.slice(0, 1).toUpperCase()}${words.slice(1)}. `}
        {forWhom !== null && (
          <>
            For <bdi>{forWhom}</bdi>.
          </>
        )}
      </p>
    </>
  )
}

/** The link is there, and may sell something else. */
function Otherwise({ differences }: { differences: readonly Difference[] }) {
  return (
    <Notice kind="deferred" role="alert" className="mt-4">
      <p>
        The service created the link, but its answer doesn’t match what was sent. Open the page and check it before you send the
        link.
      </p>
      <ul>
        {differences.map(({ field, label, predicted, observed }) => (
          <li key={field}>
            {label}: {observed ?? 'not given'}, expected {predicted ?? 'unknown'}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What came back with the address, and only that. */
function Details({ answer }: { answer: unknown }) {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const given = echoed(isObject(data.params) ? data.params : {})
  if (given.length === 0) return null
  return (
    <details className="ml-auto text-table">
      <summary className="flex min-h-control items-center text-meta text-muted">Details</summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        {given.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const labels: Record<string, string> = {
  sequence: 'Sequence',
  discount: 'Discount',
  coupon: 'Coupon',
  analyticsClientId: 'Analytics client id',
}

/** A null does not mean that nothing was taken (service-facts D28), so it says nothing. */
function echoed({ metaData, ...params }: Record<string, unknown>): [string, string][] {
  const entries = isObject(metaData) ? Object.entries(metaData) : []
  return [
    ...Object.entries(labels).flatMap(([name, label]): [string, string][] =>
      params[name] == null ? [] : [[label, String(params[name])]],
    ),
    ...entries.map(([name, value]): [string, string] => [
      name === orderMark ? 'Action id' : `Metadata ${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
}
