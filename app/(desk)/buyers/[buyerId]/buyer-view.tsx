'use client'

import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import { ActionsProvider } from '@/components/actions/actions-provider'
import { AsOf } from '@/components/buyer/as-of'
import { BuyerColumns } from '@/components/buyer/buyer-columns'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { TicketChip } from '@/components/buyer/ticket-chip'
import { type ChosenCharge, ChosenChargeContext, OrderLinkContext } from '@/components/charges/charge-verbs'
import { useAskedOrder } from '@/components/charges/use-order-filter'
import { Frame } from '@/components/ui/frame'
import { late } from '@/components/ui/late'
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
import { whoTheyAre } from '@/lib/reveal/reveal'
import { BuyerAnswer } from './buyer-answer'
import { BuyerAside, BuyerIdentity, type BuyerPart } from './buyer-aside'
import { BuyerReach } from './buyer-reach'
import { BuyerSubscriptions } from './buyer-subscriptions'
import { BuyerTimeline } from './buyer-timeline'
import { latePart } from './late'
import { useAnswer } from './use-answer'
import { useBuyer } from './use-buyer'

// They come when they are asked for.
const UnknownBuyer = dynamic(() => import('./unknown-buyer').then((file) => file.UnknownBuyer))
const BuyerGuides = late(() => import('./buyer-guides').then((file) => file.BuyerGuides))

const UnconfirmedStrips = latePart('UnconfirmedStrips')
const OutageBanner = latePart('OutageBanner')
const OtherTickets = latePart('OtherTickets')
const OthersHere = latePart('OthersHere')
const OthersActing = latePart('OthersActing')
const BuyerEntries = latePart('BuyerEntries')
const Reveal = latePart('Reveal')

/** Which of the reads beside the interface document the merchant account has. */
type Reads = Record<'listSubscriptions' | 'listTokens' | 'findBuyerByEmail', boolean>

type Props = {
  buyerId: string
  merchant: MerchantForPeople
  reads: Reads
  role: Role
  ticket: string | null
  reasons: ReasonPresets
  verbs: readonly VerbOffer[]
  /** The other merchant accounts of the person. */
  others: readonly MerchantForPeople[]
  /** Set where the service has said already that there is no such buyer. */
  unknown: { traceId: string | null } | null
}

/** From so many orders on what is bounded comes first: the subscriptions stand above them, and the months beside. */
const longHistory = 9

/** A buyer's page, or that there is no such buyer. */
export function BuyerView({ unknown, ...props }: Props) {
  return unknown ? <UnknownBuyer {...props} traceId={unknown.traceId} /> : <KnownBuyer {...props} />
}

/** What every part of the page rests on: whose page it is, on which ticket, and what can be done to the buyer. */
function KnownBuyer({ buyerId, merchant, reads, role, ticket: given, reasons, verbs, others }: Omit<Props, 'unknown'>) {
  const buyer = useBuyer({ merchant, buyerId, reads })
  const { email, country, healing, unconfirmed } = buyer
  const visit = useVisit(given)
  const { ticket } = visit
  useSectionKeys()
  const linkOf = useCallback(
    (order: string) => `${location.origin}${orderPath(buyerId, order, merchant.code)}`,
    [buyerId, merchant.code],
  )
  if (buyer.unknown) {
    const { traceId } = buyer.unknown
    return <UnknownBuyer buyerId={buyerId} merchant={merchant} others={others} ticket={given} traceId={traceId} />
  }
  const whose = { merchant, role, ticket, buyer: { id: buyerId, email, country } }
  const part: BuyerPart = { buyer, about: { merchant: merchant.code, buyerId, merchantInfo: merchant, role, ticket } }
  return (
    <ActionsProvider context={{ ...whose, reasons, verbs, products: buyer.productsSeen, unconfirmed }}>
      <OutageContext value={healing.outage && `${healing.outage.says} ${healing.outage.actions}`}>
        <OrderLinkContext value={linkOf}>
          <BuyerHead {...part} onRemoveTicket={visit.removeTicket} />
          <BuyerBody {...part} reads={reads} visit={visit} />
        </OrderLinkContext>
      </OutageContext>
    </ActionsProvider>
  )
}

/** Who the page is about, for which ticket, who else is here, and when it was read. */
function BuyerHead({ buyer, about, onRemoveTicket }: BuyerPart & { onRemoveTicket: () => void }) {
  const { email, known, country } = buyer
  const fullName = [known?.billing.firstName, known?.billing.lastName].filter(Boolean).join(' ')
  return (
    <BuyerHeader
      buyerId={about.buyerId}
      country={country}
      merchant={about.merchantInfo}
      isPhoneBar
      name={email ?? (fullName || null)}
      fullName={email && fullName ? fullName : null}
      reveal={(email ?? fullName) && <Reveal of={email ? whoTheyAre : ['name', 'address', 'document']} about={about} />}
    >
      <OthersHere />
      <OtherTickets />
      {about.ticket !== null && <TicketChip ticket={about.ticket} onRemove={onRemoveTicket} />}
      <AsOf
        asOf={buyer.asOf}
        isRefreshing={buyer.isRefreshing}
        isStale={buyer.healing.outage !== null}
        onRefresh={buyer.refresh}
      />
    </BuyerHeader>
  )
}

/** What the address holds of a visit: the ticket, which is remembered for the next buyer, and the guided steps that are open. */
function useVisit(given: string | null) {
  const [address, changeAddress] = useSearchParamsState(['ticket', 'guide'])
  return {
    ticket: useVisitTicket(address.ticket === null ? null : given),
    guide: address.guide,
    removeTicket() {
      rememberTicket('')
      changeAddress({ ticket: null })
    },
    openGuide(guide: string | null) {
      changeAddress({ guide })
      if (guide === null) requestAnimationFrame(() => document.getElementById('open-guides')?.focus({ preventScroll: true }))
    },
  }
}

/** The answer first, then what it rests on. Each part has its own data and its own troubles. */
function BuyerBody({ buyer, about, reads, visit }: BuyerPart & { reads: Reads; visit: ReturnType<typeof useVisit> }) {
  const { merchant, buyerId, role, ticket } = about
  const { history } = buyer
  const { guide, openGuide } = visit
  const summary = useAnswer(buyer, merchant, buyerId)
  const [isSharing, setSharing] = useState(false)
  const [chosen, setChosen] = useState<ChosenCharge | null>(null)
  const { ask } = useAskedOrder()
  const panels = { merchant, buyerId }
  const choices = { ...panels, role, ticket, seen: buyer.seen, onOpen: openGuide }
  const isLong = history.orders.length >= longHistory
  const orders = <BuyerTimeline key="orders" history={history} />
  const subscriptions = <BuyerSubscriptions key="subscriptions" {...panels} isRead={reads.listSubscriptions} buyer={buyer} />
  return (
    <>
      <Frame page className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:pt-4 print:block">
        <Strips buyer={buyer} />
        <BuyerColumns
          answer={
            <BuyerAnswer
              buyer={buyer}
              summary={summary}
              choices={choices}
              isGuided={guide !== null}
              onShow={(proof) => showProof(proof, ask)}
              onShare={() => setSharing(true)}
            />
          }
          rail={
            guide === null ? null : (
              <BuyerGuides
                history={history}
                enabled={buyer.enabled}
                lists={reads.listSubscriptions}
                opened={guide}
                onOpen={openGuide}
                showCharge={setChosen}
              />
            )
          }
          main={
            <ChosenChargeContext value={chosen}>{isLong ? [subscriptions, orders] : [orders, subscriptions]}</ChosenChargeContext>
          }
          aside={<BuyerAside buyer={buyer} about={about} hasTokens={reads.listTokens} isLong={isLong} />}
          identity={<BuyerIdentity buyer={buyer} about={about} />}
        />
      </Frame>
      <BuyerEntries name={buyer.email} />
      <BuyerReach order={summary.order} choices={choices} isSharing={isSharing} onShare={setSharing} />
    </>
  )
}

/** What has to be known before anything is done: that the service is down, that others are acting, that something is unconfirmed. */
function Strips({ buyer: { healing, asOf } }: Pick<BuyerPart, 'buyer'>) {
  return (
    // What is loaded late stands there as a template at first.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 not-has-[>:not(template)]:hidden">
      {healing.outage && <OutageBanner {...healing} outage={healing.outage} asOf={asOf} />}
      <OthersActing />
      <UnconfirmedStrips />
    </div>
  )
}

function showProof(proof: Proof, ask: (order: string, charge: string | null) => void): void {
  if (proof === null) showSection('charge-history')
  else ask(proof.orderId, proof.chargeIds[0] ?? null)
}
