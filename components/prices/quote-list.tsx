'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText, Search } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { relativeTime } from '@/components/ui/relative-time'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useNow } from '@/components/ui/use-now'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { useSettled } from '@/lib/client/use-settled'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { describeProblem } from '@/lib/core/problem-words'
import { quotePath, quotesQuery } from '@/lib/prices/client/quotes'
import { driftOf, type ListedQuote, type ListedState, listedStates, type QuotesPiece, stateLabels } from '@/lib/prices/quote'

const pauseMs = 250

/** The quotes of a merchant account: everybody's that are shared, and one's own. */
export function QuoteList({ merchant }: { merchant: { code: string; name: string } }) {
  const [address, change] = useSearchParamsState(['state', 'find'])
  const shown = address.state === 'all' ? null : (listedStates.find((state) => state === address.state) ?? 'open')
  const find = address.find ?? ''
  const list = useInfiniteQuery(quotesQuery(merchant.code, shown, useSettled(find.trim(), pauseMs)))
  useRowKeys('[data-quote]')
  const quotes = list.data?.pages.flatMap((piece) => piece.quotes) ?? []
  return (
    <>
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-title">Quotes</h1>
        <p className="min-w-0 flex-auto text-muted text-table">on {merchant.name}</p>
        <Link href="/prices" prefetch={false} className={buttonClass()}>
          Compare prices
        </Link>
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <StateChoice
          shown={shown}
          counts={list.data?.pages[0]?.counts}
          onChange={(state) => change({ state: state === 'open' ? null : state })}
        />
        <div className="w-56 max-sm:w-full">
          <Input
            type="search"
            icon={Search}
            aria-label="Find a quote"
            placeholder="Number or name"
            maxLength={100}
            value={find}
            onChange={(event) => change({ find: event.target.value })}
          />
        </div>
      </div>
      <Card aria-label="Quotes">
        {list.error ? (
          <ProblemNotice {...describeProblem(list.error)} className="m-4" onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <SkeletonRows rows={6} />
        ) : quotes.length === 0 ? (
          <EmptyState icon={FileText} level={2} title={find === '' ? 'No quotes here' : 'No quotes found'}>
            {find === ''
              ? 'Quotes appear here. To make one, compare prices for a buyer and choose Save quote.'
              : 'Search by the number on the offer, such as Q-7KM3X9, or by a part of its name.'}
          </EmptyState>
        ) : (
          <Rows quotes={quotes} />
        )}
        {list.hasNextPage && (
          <div className="grid justify-center border-t p-2">
            <Button variant="quiet" onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}

type StateChoiceProps = {
  shown: ListedState | null
  counts: QuotesPiece['counts'] | undefined
  onChange: (state: ListedState | 'all') => void
}

function StateChoice({ shown, counts, onChange }: StateChoiceProps) {
  const all = counts && listedStates.reduce((sum, state) => sum + counts[state], 0)
  return (
    <div className="overflow-x-auto p-0.5">
      <SegmentedControl
        label="State"
        value={shown ?? 'all'}
        onChange={onChange}
        segments={[
          ...listedStates.map((state) => ({
            value: state,
            label: stateLabels[state],
            ...(counts && { count: counts[state] }),
          })),
          { value: 'all' as const, label: 'All', ...(all !== undefined && { count: all }) },
        ]}
      />
    </div>
  )
}

const grid = cn(
  'grid items-center gap-x-3 gap-y-0.5 px-4 grid-cols-[minmax(0,1fr)_auto]',
  'sm:grid-cols-[4.5rem_minmax(0,1.4fr)_minmax(0,1.1fr)_8rem_8.5rem]',
  'lg:grid-cols-[4.5rem_minmax(0,1.5fr)_minmax(0,1.1fr)_minmax(0,1.1fr)_minmax(0,0.9fr)_8rem_8.5rem_9rem]',
)

/** A row each: how old, what is offered, to whom, which product, by whom, where it stands, the price and what it is now. */
function Rows({ quotes }: { quotes: readonly ListedQuote[] }) {
  return (
    <>
      <div aria-hidden className={cn(grid, 'h-8 border-b font-medium text-meta text-muted max-sm:hidden')}>
        <span>Age</span>
        <span>Offer</span>
        <span>Buyer</span>
        <span className="max-lg:hidden">Product</span>
        <span className="max-lg:hidden">Made by</span>
        <span>State</span>
        <span className="text-right">Price</span>
        <span className="max-lg:hidden">Asked again</span>
      </div>
      <ul className="divide-y">
        {quotes.map((quote) => (
          <Row key={quote.id} quote={quote} />
        ))}
      </ul>
    </>
  )
}

function Row({ quote }: { quote: ListedQuote }) {
  const now = useNow() ?? 0
  const { id, reference, words, buyer, buyerId, product, person, mine, madeAt, total, currency } = quote
  const age = now === 0 ? '' : relativeTime(Date.parse(madeAt), now).replace(/ ago$/, '')
  return (
    <li className="relative hover:bg-hover">
      <div className={cn(grid, 'min-h-row py-1.5 text-table max-sm:py-2.5')}>
        <span className="whitespace-nowrap text-ink-2 tabular-nums max-sm:order-4 max-sm:text-right max-sm:text-meta max-sm:text-muted">
          {age}
        </span>
        <span className="min-w-0 max-sm:order-1">
          <Link
            href={quotePath(id)}
            prefetch={false}
            data-quote
            className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid"
          >
            {words}
          </Link>
          <span className="block truncate text-meta text-muted">{reference}</span>
        </span>
        <span className="truncate max-sm:order-3 max-sm:text-meta max-sm:text-muted">
          {buyer ?? `buyer …${buyerId.slice(-4)}`}
        </span>
        <span className="line-clamp-2 max-lg:hidden">{product}</span>
        <span className="truncate text-ink-2 max-lg:hidden">{mine ? 'you' : person}</span>
        <span className="max-sm:order-5">
          <Standing quote={quote} now={now} />
        </span>
        <span className="text-right max-sm:order-2">
          <span className="font-semibold tabular-nums">{total === null ? '–' : formatAmount(total)}</span>{' '}
          <small className="inline-block w-7.5 text-left font-normal text-ink-2 text-meta">{currency}</small>
          <span className="block text-meta lg:hidden">
            <Drift quote={quote} />
          </span>
        </span>
        <span className="text-meta max-lg:hidden">
          <Drift quote={quote} />
          {quote.checked && now > 0 && (
            <span className="block text-muted">{relativeTime(Date.parse(quote.checked.at), now)}</span>
          )}
        </span>
      </div>
    </li>
  )
}

function Standing({ quote: { state, validUntil }, now }: { quote: ListedQuote; now: number }): ReactNode {
  if (state === 'used') return <Badge kind="settled">{stateLabels.used}</Badge>
  if (state === 'lapsed' || state === 'withdrawn') return <Badge kind="neutral">{stateLabels[state]}</Badge>
  return (
    <span className="text-ink-2">
      {stateLabels[state]}
      {now > 0 && <span className="block text-meta text-muted">lapses {relativeTime(Date.parse(validUntil), now)}</span>}
    </span>
  )
}

function Drift({ quote }: { quote: ListedQuote }) {
  const drift = driftOf(quote)
  if (drift === null) return <span className="text-muted">not yet</span>
  if (drift.way === 'same') return <span className="text-muted">same price</span>
  return <span className="text-deferred">{drift.words}</span>
}
