'use client'

import { ExternalLink } from 'lucide-react'
import dynamic from 'next/dynamic'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { isObject } from '@/lib/operations/schemas/tolerant'
import { orderMark } from '@/lib/order-mark'
import type { NewOrderDesk } from '@/lib/orders/new-order-desk'

const QrCode = dynamic(() => import('./qr-code').then((loaded) => loaded.QrCode), { ssr: false })

type Props = { answer: unknown; quote: NewOrderDesk['quote'] }

/** The page somebody pays on: its address as the service gave it, and what the service says it has taken. */
export function PaymentPageCard({ answer, quote }: Props) {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const url = typeof data.url === 'string' ? data.url : null
  const params = isObject(data.params) ? data.params : {}
  if (url === null) return null
  const isLink = /^https:\/\//i.test(url) && URL.canParse(url)
  return (
    <Card aria-labelledby="payment-page">
      <CardHead title="Payment page" id="payment-page">
        <CopyButton text={url} label="Copy address" size="small" variant="default" />
      </CardHead>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="break-all font-mono text-table tracking-mono">
          {isLink ? (
            <a href={url} target="_blank" rel="noreferrer noopener" className="text-accent underline">
              {url} <Icon of={ExternalLink} size={12} className="inline" />
            </a>
          ) : (
            url
          )}
        </p>
        {!isLink && <p className="text-meta text-muted">The service gave no https address, so it is shown as text only.</p>}
        <QrCode text={url} />
        <p className="text-meta text-muted">
          {quote === null
            ? 'The price is the page’s own. '
            : 'The page may show another price than the quote: it prices anew for who opens it. '}
          How long the address can be used is not documented.
        </p>
        <section aria-labelledby="echoed">
          <h3 id="echoed" className="mb-1 font-medium text-table">
            What the service has taken
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
      params[name] == null ? 'not told' : String(params[name]),
    ]),
    ...entries.map(([name, value]): [string, string] => [
      name === orderMark ? 'Action id' : `Metadata ${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
}
