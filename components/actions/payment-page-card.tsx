'use client'

import { ExternalLink } from 'lucide'
import dynamic from 'next/dynamic'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { isObject } from '@/lib/core/json'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { paymentLinkIn, unsafeLinkWords } from '@/lib/prices/payment-link'

const QrCode = dynamic(() => import('./qr-code').then((loaded) => loaded.QrCode), { ssr: false })

type Props = { answer: unknown; quote: NewOrderContext['quote'] }

/** The page somebody pays on: its address as the service gave it, and what the service says it has taken. */
export function PaymentPageCard({ answer, quote }: Props) {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const link = paymentLinkIn(answer)
  const params = isObject(data.params) ? data.params : {}
  if (link === null) return null
  const { address, isSafe } = link
  return (
    <Card aria-labelledby="payment-page">
      <CardHead title="Payment page" id="payment-page">
        {isSafe && <CopyButton text={address} label="Copy link" size="small" variant="default" />}
      </CardHead>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="break-all font-mono text-table tracking-mono">
          {isSafe ? (
            <a href={address} target="_blank" rel="noreferrer noopener" className="text-accent underline">
              {address} <Icon of={ExternalLink} size={12} className="inline" />
            </a>
          ) : (
            address
          )}
        </p>
        {isSafe ? (
          <QrCode text={address} />
        ) : (
          <Notice kind="danger" role="alert">
            {unsafeLinkWords}
          </Notice>
        )}
        <p className="text-meta text-muted">
          {quote === null
            ? 'The payment page sets the price. '
            : 'The payment page recalculates the price for the person who opens it, so it may differ from the quote. '}
          The link may expire. If it stops working, create another.
        </p>
        <section aria-labelledby="echoed">
          <h3 id="echoed" className="mb-1 font-medium text-table">
            Order details
          </h3>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-table">
            {echoed(params).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="break-all">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </CardBody>
    </Card>
  )
}

/** A null does not mean that nothing was taken (service-facts D28), so it says no more than that nothing is told. */
function echoed({ metaData, ...params }: Record<string, unknown>): [string, string][] {
  const labels: Record<string, string> = {
    sequence: 'Sequence',
    discount: 'Discount',
    coupon: 'Coupon',
    analyticsClientId: 'Analytics client id',
  }
  const entries = isObject(metaData) ? Object.entries(metaData) : []
  return [
    ...Object.entries(labels).map(([name, label]): [string, string] => [
      label,
      params[name] == null ? 'not given' : String(params[name]),
    ]),
    ...entries.map(([name, value]): [string, string] => [
      name === orderMark ? 'Action id' : `Metadata ${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
}
