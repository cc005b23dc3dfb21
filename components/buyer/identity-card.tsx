'use client'

import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Skeleton } from '@/components/ui/skeleton'
import type { HistoryState, Missing } from '@/lib/charges/history-pieces'
import type { KnownOfBuyer } from '@/lib/charges/known-of-buyer'
import { formatDay } from '@/lib/core/dates'
import type { Revealable } from '@/lib/reveal/reveal'

type Props = {
  email: string | null
  /** A change of it was sent and not answered. */
  isEmailUnconfirmed?: boolean
  known: KnownOfBuyer | null
  state: HistoryState
  /** What the facts do not rest on; null where they rest on the whole history. */
  missing: Missing | null
  /** The country where no charge has told one. */
  country: string | null
  /** At the end of the head. */
  verb?: ReactNode
  /** What stands beside a masked value and shows it in clear. */
  reveal?: (what: Revealable) => ReactNode
  /** More rows, after all others. */
  more?: ReactNode
}

/** No operation reads a buyer (service-facts 2.2): this is what the newest charge and the payment methods tell. Values come masked. */
export function IdentityCard({ email, isEmailUnconfirmed = false, known, state, missing, country, verb, reveal, more }: Props) {
  const isLoading = state === 'loading'
  return (
    <Card aria-labelledby="identity">
      <CardHead title="Identity" id="identity">
        {verb}
      </CardHead>
      <CardBody className="py-1.75">
        <DataList className="lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:grid-rows-[auto_auto] lg:gap-x-6 lg:[&_dd]:content-start lg:[&_dd]:pt-0 lg:[&_dt]:pb-0 lg:[&_dt]:text-meta">
          {isEmailUnconfirmed && (
            <DataItem term="E-mail">
              <Badge kind="unconfirmed">unconfirmed</Badge>
            </DataItem>
          )}
          {!email && !isLoading && !isEmailUnconfirmed && (
            <DataItem term="E-mail">
              <span className="text-muted">unknown until somebody finds this buyer by e-mail or changes it</span>
            </DataItem>
          )}
          {known ? (
            <BillingItems known={known} reveal={reveal} />
          ) : isLoading ? (
            <PendingItems />
          ) : (
            <>
              {country && <DataItem term="Country">{country}</DataItem>}
              <DataItem term="Known from">{missing === null ? nothing : `unknown. ${missing.says}`}</DataItem>
            </>
          )}
          {more}
        </DataList>
      </CardBody>
    </Card>
  )
}

const nothing = 'nothing yet. Name, country and address appear here once a charge has them'

function BillingItems({ known: { billing, day }, reveal }: Pick<Props, 'reveal'> & { known: KnownOfBuyer }) {
  const name = [billing.firstName, billing.lastName].filter(Boolean).join(' ')
  const place = [billing.street, billing.city, billing.state].filter(Boolean).join(', ')
  const document = [billing.personalIdType, billing.personalIdValue].filter(Boolean).join(' ')
  return (
    <>
      <DataItem term="Name">
        <bdi>{name || '–'}</bdi>
        {name && reveal?.('name')}
      </DataItem>
      <DataItem term="Country">
        {/* Server and browser may name a country differently. */}
        <span suppressHydrationWarning>{describeCountry(billing.country)}</span>
        {billing.zip && <span className="text-muted tabular-nums">{billing.zip}</span>}
      </DataItem>
      {place && (
        <DataItem term="Place">
          <bdi>{place}</bdi>
          {reveal?.('address')}
        </DataItem>
      )}
      <DataItem term="Buyer address">
        <span className="tabular-nums">{billing.ipAddress ?? '–'}</span>
        {billing.ipAddress && <span className="text-muted">latest in history</span>}
        {billing.ipAddress && reveal?.('ipAddress')}
      </DataItem>
      {document && (
        <DataItem term="Document">
          <span>{document}</span>
          {reveal?.('document')}
        </DataItem>
      )}
      <DataItem term="Known from">
        <span className="text-muted">{day ? `charge on ${formatDay(day)}` : 'a charge without a time'}</span>
      </DataItem>
    </>
  )
}

function PendingItems() {
  return ['Name', 'Country', 'Buyer address', 'Known from'].map((term) => (
    <DataItem key={term} term={term}>
      <Skeleton className="h-3 w-28" />
    </DataItem>
  ))
}

/** `BR, Brazil`; what is no code of a country as it came. */
function describeCountry(code: string | null): string {
  if (!code) return '–'
  if (!/^[a-z]{2}$/i.test(code)) return code
  const upper = code.toUpperCase()
  const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(upper)
  return name ? `${upper}, ${name}` : upper
}
