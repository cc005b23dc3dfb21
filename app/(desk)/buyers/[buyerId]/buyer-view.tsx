'use client'

import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import { ActionsProvider } from '@/components/actions/actions-provider'
import { FactVerbs } from '@/components/actions/verb-button'
import { AsOf } from '@/components/buyer/as-of'
import { BuyerColumns } from '@/components/buyer/buyer-columns'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { IdentityCard } from '@/components/buyer/identity-card'
import { TicketChip } from '@/components/buyer/ticket-chip'
import { type ChosenCharge, ChosenChargeContext, OrderLinkContext } from '@/components/charges/charge-verbs'
import { useAskedOrder } from '@/components/charges/use-order-filter'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Frame } from '@/components/ui/frame'
import { Skeleton } from '@/components/ui/skeleton'
import { showSection, useSectionKeys } from '@/components/ui/use-section-keys'
import type { Proof } from '@/lib/charges/answer-parts'
import { OutageContext } from '@/lib/client/outage'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { rememberTicket, useVisitTicket } from '@/lib/client/visit-ticket'
import type { ReasonPresets } from '@/lib/commands/reason-presets'
import type { VerbOffer } from '@/lib/commands/verb-offers'
import { orderPath } from '@/lib/core/buyer-path'
import type { Role } from '@/lib/core/roles'
import type { MerchantForPeople } from '@/lib/platform/merchants'
import { type Revealable, whoTheyAre } from '@/lib/reveal/reveal'
import { BuyerAnswer } from './buyer-answer'
import { BuyerReach } from './buyer-reach'
import { BuyerSubscriptions } from './buyer-subscriptions'
import { BuyerTimeline } from './buyer-timeline'
import { late } from './late'
import { useAnswer } from './use-answer'
import { useBuyer } from './use-buyer'

/** A heading is there before its card. */
const CardSkeleton = ({ title }: { title: string }) => (
  <Card as="div">
    <CardHead title={title} />
    <Skeleton className="mx-4 my-4 h-4" />
  </Card>
)

// What stands beside the history comes right after it.
const BuyerMethods = dynamic(() => import('./buyer-methods').then((module) => module.BuyerMethods), {
  ssr: false,
  loading: () => <CardSkeleton title="Payment methods" />,
})
const MoneyCard = dynamic(() => import('@/components/buyer/money-card').then((module) => module.MoneyCard), {
  ssr: false,
  loading: () => <CardSkeleton title="Money received" />,
})
// They come when they are asked for.
const UnknownBuyer = dynamic(() => import('./unknown-buyer').then((module) => module.UnknownBuyer))
const BuyerGuides = dynamic(() => import('./buyer-guides').then((module) => module.BuyerGuides), { ssr: false })

const UnconfirmedStrips = late('UnconfirmedStrips')
const OutageBanner = late('OutageBanner')
const NotesCard = late('NotesCard')
const WhatWeDid = late('WhatWeDid')
const OtherTickets = late('OtherTickets')
const OthersHere = late('OthersHere')
const OthersActing = late('OthersActing')
const BuyerEntries = late('BuyerEntries')
const Reveal = late('Reveal')
const RevealedInRow = late('RevealedInRow')
const RevealedRows = late('RevealedRows')

type Props = {
  buyerId: string
  merchant: MerchantForPeople
  /** Which of the reads beside the interface document this merchant account has. */
  reads: Record<'listSubscriptions' | 'listTokens' | 'findBuyerByEmail', boolean>
  role: Role
  ticket: string | null
  reasons: ReasonPresets
  verbs: readonly VerbOffer[]
  /** The other merchant accounts of the person. */
  others: readonly MerchantForPeople[]
  /** Set where the service has said already that there is no such buyer. */
  unknown: { traceId: string | null } | null
}

// Values that the identity card has no masked row for.
const rowless: readonly Revealable[] = ['fingerprint', 'card']

/** From so many orders on what is bounded comes first: the subscriptions stand above them, and the months beside. */
const longHistory = 9

/** A buyer's page, or that there is no such buyer. */
export function BuyerView({ unknown, ...props }: Props) {
  return unknown ? <UnknownBuyer {...props} traceId={unknown.traceId} /> : <KnownBuyer {...props} />
}

/** The answer first, then what it rests on. Each part has its own data and its own troubles. */
function KnownBuyer({ buyerId, merchant, reads, role, ticket, reasons, verbs, others }: Omit<Props, 'unknown'>) {
  const buyer = useBuyer({ merchant, buyerId, reads })
  const { history, known, stored, email, healing } = buyer
  const [address, changeAddress] = useSearchParamsState(['ticket', 'guide'])
  const told = useAnswer(buyer, merchant.code, buyerId)
  const [isSharing, setSharing] = useState(false)
  const { ask } = useAskedOrder()
  useSectionKeys()
  const linkOf = useCallback(
    (order: string) => `${location.origin}${orderPath(buyerId, order, merchant.code)}`,
    [buyerId, merchant.code],
  )

  function removeTicket() {
    rememberTicket('')
    changeAddress({ ticket: null })
  }

  const fullName = [known?.billing.firstName, known?.billing.lastName].filter(Boolean).join(' ')
  const panels = { merchant: merchant.code, buyerId }
  const country = (known?.billing.country ?? stored?.country)?.toUpperCase() ?? null
  const ticketKept = useVisitTicket(address.ticket === null ? null : ticket)
  const products = buyer.productsSeen
  const { unconfirmed } = buyer
  const whose = { merchant, role, ticket: ticketKept, buyer: { id: buyerId, email, country } }
  const context = { ...whose, reasons, verbs, products, unconfirmed }
  const about = { ...panels, merchantInfo: merchant, role, ticket: ticketKept }
  const reveal = (what: Revealable) => <RevealedInRow what={what} about={about} />
  const [chosen, setChosen] = useState<ChosenCharge | null>(null)
  function openGuide(guide: string | null) {
    changeAddress({ guide })
    if (guide === null) requestAnimationFrame(() => document.getElementById('open-guides')?.focus({ preventScroll: true }))
  }
  const choices = { ...panels, role, ticket: ticketKept, seen: buyer.seen, onOpen: openGuide }
  const isLong = history.orders.length >= longHistory
  const orders = <BuyerTimeline key="orders" history={history} />
  const subscriptions = <BuyerSubscriptions key="subscriptions" {...panels} isRead={reads.listSubscriptions} buyer={buyer} />
  if (buyer.unknown) {
    const { traceId } = buyer.unknown
    return <UnknownBuyer buyerId={buyerId} merchant={merchant} others={others} ticket={ticket} traceId={traceId} />
  }
  return (
    <ActionsProvider context={context}>
      <OutageContext value={healing.outage && `${healing.outage.says} ${healing.outage.actions}`}>
        <OrderLinkContext value={linkOf}>
          <BuyerHeader
            buyerId={buyerId}
            country={country}
            merchant={merchant}
            isPhoneBar
            name={email ?? (fullName || null)}
            fullName={email && fullName ? fullName : null}
            reveal={(email ?? fullName) && <Reveal of={email ? whoTheyAre : ['name', 'address', 'document']} about={about} />}
          >
            <OthersHere />
            <OtherTickets />
            {ticketKept !== null && <TicketChip ticket={ticketKept} onRemove={removeTicket} />}
            <AsOf
              asOf={buyer.asOf}
              isRefreshing={buyer.isRefreshing}
              isStale={healing.outage !== null}
              onRefresh={buyer.refresh}
            />
          </BuyerHeader>
          <Frame page className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:pt-4 print:block">
            {/* What is loaded late stands there as a template at first. */}
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2 not-has-[>:not(template)]:hidden">
              {healing.outage && <OutageBanner {...healing} outage={healing.outage} asOf={buyer.asOf} />}
              <OthersActing />
              <UnconfirmedStrips />
            </div>
            <BuyerColumns
              answer={
                <BuyerAnswer
                  buyer={buyer}
                  told={told}
                  choices={choices}
                  isGuided={address.guide !== null}
                  onShow={(proof) => showProof(proof, ask)}
                  onShare={() => setSharing(true)}
                />
              }
              rail={
                address.guide === null ? null : (
                  <BuyerGuides
                    history={history}
                    enabled={buyer.enabled}
                    lists={reads.listSubscriptions}
                    opened={address.guide}
                    onOpen={openGuide}
                    showCharge={setChosen}
                  />
                )
              }
              main={
                <ChosenChargeContext value={chosen}>
                  {isLong ? [subscriptions, orders] : [orders, subscriptions]}
                </ChosenChargeContext>
              }
              aside={
                <>
                  {isLong && (
                    <div className={buyer.isHistoryStale ? 'stale' : undefined}>
                      <MoneyCard history={history} state={history.state} month={buyer.today.slice(0, 7)} />
                    </div>
                  )}
                  <BuyerMethods
                    {...panels}
                    isRead={reads.listTokens}
                    isFolded={isLong}
                    seen={buyer.methodsSeen}
                    missing={buyer.missing?.says ?? null}
                    unconfirmed={unconfirmed.flatMap(({ target }) => (target.startsWith('token:') ? [target.slice(6)] : []))}
                    known={stored}
                  />
                  <NotesCard {...panels} role={role} ticket={ticketKept} />
                  <WhatWeDid />
                </>
              }
              identity={
                <IdentityCard
                  email={email}
                  known={known}
                  country={country}
                  state={history.state}
                  missing={buyer.missing}
                  isEmailUnconfirmed={unconfirmed.some(({ target }) => target === `buyer:${buyerId}`)}
                  verb={emailVerbs(buyerId)}
                  reveal={reveal}
                  more={<RevealedRows about={about} of={rowless} />}
                />
              }
            />
          </Frame>
          <BuyerEntries name={email} />
          <BuyerReach order={told.order} choices={choices} isSharing={isSharing} onShare={setSharing} />
        </OrderLinkContext>
      </OutageContext>
    </ActionsProvider>
  )
}

function showProof(proof: Proof, ask: (order: string, charge: string | null) => void): void {
  if (proof === null) showSection('charge-history')
  else ask(proof.orderId, proof.chargeIds[0] ?? null)
}

const emailVerbs = (id: string) => (
  <FactVerbs target={{ kind: 'buyer', id, name: null }} fact="email" variant="quiet" tipPlace={{ align: 'end' }} />
)
