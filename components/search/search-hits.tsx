'use client'

import { SearchX, UserRound } from 'lucide'
import Link from 'next/link'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { Kbd } from '@/components/ui/kbd'
import { late } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'
import { StateNode } from '@/components/ui/state-node'
import { type FoundOrder, foundOrders } from '@/lib/charges/found-orders'
import { familyKinds, familyOfCharge, isBelowZero } from '@/lib/charges/status'
import { cn } from '@/lib/core/cn'
import { formatDay } from '@/lib/core/dates'
import { sum } from '@/lib/core/money'
import type { Clue } from '@/lib/search/clue'
import { type ChargeHit, hitPath, type SearchAnswer } from '@/lib/search/search-reading'

// The rules of an answer come with the first hit that has one.
const HitAnswer = late(() => import('./hit-answer').then((file) => file.HitAnswer), <Skeleton className="mr-4 mb-3 ml-13 h-24" />)

type Place = Pick<ChargeHit, 'orderId' | 'chargeId'>

type Props = {
  answer: SearchAnswer
  ticket: string | null
  merchant: { code: string; name: string; timeZone: string }
  /** What the message told, which the answer of a hit is found by. */
  clues: readonly Clue[]
}

/** The hits, each with what matched, or what to do if there are none. Arrows go from hit to hit, and the one they are at tells its answer. */
export function SearchHits({ answer, ticket, merchant, clues }: Props) {
  const hits = useMemo(() => foundOrders(answer.hits), [answer.hits])
  const [at, setAt] = useState(0)
  if (hits.length === 0)
    return (
      <Card as="div">
        <EmptyState
          icon={SearchX}
          title="No buyers found"
          level={2}
          actions={answer.readAs === 'email' && <CreateBuyer ticket={ticket} />}
        >
          {answer.say}
        </EmptyState>
      </Card>
    )
  return (
    <Card aria-labelledby="found">
      <CardHead title="Found" id="found" count={hits.length}>
        <span className="pr-2 text-meta text-muted">in {merchant.name}</span>
      </CardHead>
      <ul className="divide-y [&>li:last-child]:rounded-b-card" onKeyDown={goAlong}>
        {hits.map((hit, place) => (
          <Hit
            key={`${hit.buyerId} ${hit.reason} ${hit.charge?.chargeId}`}
            hit={hit}
            ticket={ticket}
            merchant={merchant}
            clues={clues}
            isAt={place === at}
            onAt={() => setAt(place)}
          />
        ))}
      </ul>
      {answer.say !== null && <CardFoot>{answer.say}</CardFoot>}
    </Card>
  )
}

/** Arrows move the focus from hit to hit, and from the first one back to the box. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const region = event.currentTarget.closest('search')
  const stops = [...(region?.querySelectorAll<HTMLElement>('input[type="search"], [data-hit]') ?? [])]
  const now = stops.findIndex((stop) => stop.closest('li')?.contains(document.activeElement) ?? stop === document.activeElement)
  stops[now + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  event.preventDefault()
}

const CreateBuyer = ({ ticket }: { ticket: string | null }) => (
  <Link
    href={`/buyers/new${ticket === null ? '' : `?${new URLSearchParams({ ticket })}`}`}
    prefetch={false}
    className={buttonClass()}
  >
    Create buyer
  </Link>
)

type HitProps = Pick<Props, 'ticket' | 'merchant' | 'clues'> & { hit: FoundOrder; isAt: boolean; onAt: () => void }

/** One hit: the buyer or charge, why it matched, the link to it, and its answer. */
function Hit({ hit, ticket, merchant, clues, isAt, onAt }: HitProps) {
  const [wasAt, setWasAt] = useState(isAt)
  const [answered, setAnswered] = useState<Place | null>(null)
  if (isAt && !wasAt) setWasAt(true) // an answer that was read stays in sight
  const onCharge = useCallback((charge: Place) => setAnswered(charge), [])
  const { buyerId, reason, title, country } = hit
  const charge = hit.charge
  const hasAnswer = charge !== null || clues.length > 0
  const family = charge && (charge.isHint ? 'open' : familyOfCharge(charge))
  return (
    <li onFocus={onAt} className={cn(isAt && 'bg-selected shadow-[inset_3px_0_var(--accent)]')}>
      <div className="relative grid min-h-14 rounded-card outline-focus has-[[data-hit]:focus-visible]:outline-2 has-[[data-hit]:focus-visible]:outline-solid has-[[data-hit]:focus-visible]:-outline-offset-2 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 hover:bg-hover sm:grid-cols-[1.5rem_minmax(0,1fr)_auto_11rem]">
        {family ? (
          <StateNode kind={family === 'received' && hit.times > 1 ? 'deferred' : familyKinds[family]} />
        ) : (
          <StateNode icon={UserRound} />
        )}
        <span className="grid min-w-0">
          <span className="text-table sm:truncate">
            <Link
              data-hit={isAt ? 'at' : ''}
              href={hitPath({ buyerId, charge: answered ?? charge }, ticket)}
              prefetch={false}
              aria-label={`Open ${charge ? 'the charge of' : 'buyer'} ${title ?? buyerId}: ${reason}`}
              className="font-medium text-ink outline-none! after:absolute after:inset-0"
            >
              {title === null ? <span className="font-mono text-meta">{buyerId}</span> : <bdi dir="ltr">{title}</bdi>}
            </Link>{' '}
            {charge && <span className="text-ink-2">{describePaid(charge, hit.times)}</span>}
          </span>
          <span className="text-ink-2 text-meta">{reason}</span>
          {charge && <span className="text-meta text-muted sm:truncate">{describeAbout(charge)}</span>}
        </span>
        <span className="grid justify-items-end gap-0.5 text-meta text-muted">
          {charge ? (
            <>
              <Amount
                value={hit.times > 1 ? sum(Array(hit.times).fill(charge.amount)) : charge.amount}
                currency={charge.currency}
                received={family === 'received'}
              />
              {charge.status}
            </>
          ) : (
            [country, title === null ? null : `${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`].filter(Boolean).join(', ')
          )}
        </span>
        <span aria-hidden className="flex items-center justify-end gap-2 whitespace-nowrap text-meta text-muted max-sm:hidden">
          opens the {charge || answered ? 'charge' : 'buyer'}
          {isAt && <Kbd>Enter</Kbd>}
        </span>
      </div>
      {hasAnswer && wasAt && <HitAnswer hit={hit} clues={clues} merchant={merchant} hasKey={isAt} onCharge={onCharge} />}
    </li>
  )
}

/** What came of the attempts that were found. It speaks of the order the charge is of. */
function describePaid(charge: ChargeHit, times: number): string {
  const { amount, currency, day, status } = charge
  const on = day === '' ? '' : ` on ${formatDay(day)}`
  if (charge.isHint) return `is reported as “${status}”${on} by an event, and not checked yet`
  const family = familyOfCharge(charge)
  if (times > 1) return `was charged ${amount} ${currency} ${times === 2 ? 'twice' : `${times} times`}${on}`
  if (family === 'received' && !/[1-9]/.test(amount)) return `has a charge of ${amount} ${currency}${on}, so nothing was paid`
  if (family === 'received') return `paid${on}`
  if (family === 'lost') return `wasn’t charged${on}`
  if (isBelowZero(charge)) return `has a charge of ${amount} ${currency}${on}, which isn’t counted`
  return family === 'open' ? `hasn’t paid yet${on === '' ? '' : `, since${on.slice(' on'.length)}`}` : `status “${status}”${on}`
}

const describeAbout = ({ lastFour, descriptor, orderId }: ChargeHit) =>
  [lastFour === '' ? null : `card ••${lastFour}`, descriptor, `order ${orderId}`].filter(Boolean).join(', ')
