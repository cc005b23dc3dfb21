'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import type { ComponentProps, ComponentType } from 'react'
import { ActionsProvider } from '@/components/actions/actions-provider'
import { ByIdButton } from '@/components/actions/by-id-button'
import { SubscriptionFactVerbs, SubscriptionMenu } from '@/components/actions/subscription-verbs'
import { FactVerbs } from '@/components/actions/verb-button'
import { AsOf } from '@/components/buyer/as-of'
import { AttentionStrips } from '@/components/buyer/attention-strips'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { IdentityCard } from '@/components/buyer/identity-card'
import { type BuyerSection, buyerSections, SectionTabs, useSectionKeys } from '@/components/buyer/section-tabs'
import { TicketChip } from '@/components/buyer/ticket-chip'
import { useOrderFilter } from '@/components/charges/use-order-filter'
import type { SubscriptionVerbs } from '@/components/subscriptions/subscription-card'
import { Subscriptions } from '@/components/subscriptions/subscriptions'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { Skeleton } from '@/components/ui/skeleton'
import { noFilter } from '@/lib/charges/order-filter'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { rememberTicket, useVisitTicket } from '@/lib/client/visit-ticket'
import type { ReasonPresets } from '@/lib/commands/reason-presets'
import type { VerbOffer } from '@/lib/commands/verb-offers'
import { cn } from '@/lib/core/cn'
import type { Role } from '@/lib/core/roles'
import type { MerchantForPeople } from '@/lib/platform/merchants'
import type { Revealable } from '@/lib/reveal/reveal'
import { BuyerTimeline } from './buyer-timeline'
import { useBuyer } from './use-buyer'

type LateParts = typeof import('./late-parts').lateParts
const late = <Name extends keyof LateParts>(name: Name) =>
  dynamic<ComponentProps<LateParts[Name]>>(
    () => import('./late-parts').then(({ lateParts }) => lateParts[name] as ComponentType<ComponentProps<LateParts[Name]>>),
    { ssr: false },
  )

// What stands beside the history comes right after it.
const BuyerMethods = dynamic(() => import('./buyer-methods').then((module) => module.BuyerMethods), {
  ssr: false,
  loading: () => <Skeleton className="h-32 w-full" />,
})
const MoneyCard = dynamic(() => import('@/components/buyer/money-card').then((module) => module.MoneyCard), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full" />,
})
// They come when they are asked for.
const BuyerGuides = dynamic(() => import('./buyer-guides').then((module) => module.BuyerGuides), { ssr: false })

const UnconfirmedStrips = late('UnconfirmedStrips')
const NotesCard = late('NotesCard')
const OtherTickets = late('OtherTickets')
const OthersHere = late('OthersHere')
const OthersActing = late('OthersActing')
const BuyerEntries = late('BuyerEntries')
const Reveal = late('Reveal')
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
}

// Values that the identity card has no masked row for.
const rowless: readonly Revealable[] = ['fingerprint', 'card']

const headings: Record<BuyerSection, string> = { subscriptions: 'subscriptions', charges: 'charge-history', buyer: 'identity' }

/** A buyer's page: the subjects side by side, each with its own data and its own troubles. */
export function BuyerView({ buyerId, merchant, reads, role, ticket, reasons, verbs }: Props) {
  const { history, missing, enabled, known, stored, email, attention, lastPaid, methodsSeen, productsSeen, today, ...read } =
    useBuyer({
      merchant,
      buyerId,
      reads,
    })
  const filter = useOrderFilter()
  const [address, changeAddress] = useSearchParamsState(['section', 'ticket', 'guide'])
  const section = buyerSections.find((each) => each === address.section) ?? null

  function goTo(next: BuyerSection, heading = headings[next]) {
    changeAddress({ section: next })
    requestAnimationFrame(() => moveTo(heading)) // after the section has come into sight
  }
  useSectionKeys((next) => goTo(next, next === 'buyer' ? 'payment-methods' : undefined))

  function removeTicket() {
    rememberTicket('')
    changeAddress({ ticket: null })
  }

  function showOrders(find: string) {
    filter.change({ ...noFilter, find })
    goTo('charges')
  }

  const fullName = [known?.billing.firstName, known?.billing.lastName].filter(Boolean).join(' ')
  const panels = { merchant: merchant.code, buyerId }
  const country = (known?.billing.country ?? stored?.country)?.toUpperCase() ?? null
  const ticketKept = useVisitTicket(address.ticket === null ? null : ticket)
  const context = {
    merchant,
    role,
    reasons,
    verbs,
    ticket: ticketKept,
    products: productsSeen,
    buyer: { id: buyerId, email, country },
  }
  const about = { ...panels, merchantInfo: merchant, role, ticket: ticketKept }
  const reveal = (what: Revealable) => <Reveal what={what} about={about} />
  return (
    <ActionsProvider context={context}>
      <BuyerHeader
        buyerId={buyerId}
        country={country}
        merchant={merchant}
        name={email ?? (fullName || null)}
        reveal={(email ?? fullName) && <Reveal what={email ? 'email' : 'name'} about={about} isHead />}
      >
        <OthersHere />
        <OtherTickets />
        {ticketKept !== null && <TicketChip ticket={ticketKept} onRemove={removeTicket} />}
        <AsOf asOf={read.asOf} isRefreshing={read.isRefreshing} onRefresh={read.refresh} />
      </BuyerHeader>
      <SectionTabs section={section} onSelect={goTo} />
      <Frame page className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] print:block">
        {address.guide !== null && (
          <BuyerGuides
            history={history}
            enabled={enabled}
            lists={reads.listSubscriptions}
            opened={address.guide}
            onOpen={(guide) => changeAddress({ guide })}
          />
        )}
        <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-6', section === 'buyer' && 'max-lg:hidden')}>
          <OthersActing />
          <UnconfirmedStrips />
          <AttentionStrips items={attention} onShow={showOrders} />
          <Subscriptions
            {...panels}
            isRead={reads.listSubscriptions}
            lastPaid={lastPaid}
            missing={missing}
            enabled={enabled}
            verbs={{
              ...subscriptionVerbs,
              head: (
                <>
                  <Button id="open-guides" size="small" onClick={() => changeAddress({ guide: 'new' })}>
                    Guided steps
                  </Button>
                  {pricesLink(buyerId)}
                </>
              ),
            }}
            known={stored}
          />
          <BuyerTimeline history={history} />
        </div>
        <aside
          aria-label="About the buyer"
          className={cn('grid grid-cols-[minmax(0,1fr)] gap-6 print:hidden', section !== 'buyer' && 'max-lg:hidden')}
        >
          {section === 'buyer' && (
            <div className="empty:hidden lg:hidden">
              <UnconfirmedStrips />
            </div>
          )}
          <IdentityCard
            email={email}
            emailStamp={stored?.email === email ? stored?.stamps.buyer?.email : undefined}
            known={known}
            country={country}
            state={history.state}
            missing={missing}
            verb={emailVerbs(buyerId)}
            reveal={reveal}
            more={<RevealedRows about={about} of={rowless} />}
          />
          <MoneyCard history={history} state={history.state} month={today.slice(0, 7)} />
          <BuyerMethods {...panels} isRead={reads.listTokens} seen={methodsSeen} missing={missing?.says ?? null} known={stored} />
          <NotesCard {...panels} role={role} ticket={ticketKept} />
        </aside>
      </Frame>
      <BuyerEntries name={email} goTo={goTo} />
    </ActionsProvider>
  )
}

// The verbs belong to a subject of their own; here they come to stand beside the facts they change.
const subscriptionVerbs: SubscriptionVerbs = {
  endDate: (subscription) => <SubscriptionFactVerbs subscription={subscription} fact="endDate" />,
  autocharge: (subscription) => <SubscriptionFactVerbs subscription={subscription} fact="autoChargeStatus" />,
  menu: (subscription) => <SubscriptionMenu subscription={subscription} />,
  endedMenu: (subscription) => <SubscriptionMenu subscription={subscription} all />,
  byId: <ByIdButton of="subscription" />,
}

const emailVerbs = (id: string) => (
  <FactVerbs target={{ kind: 'buyer', id, name: null }} fact="email" variant="quiet" tipPlace={{ align: 'end' }} />
)

const pricesLink = (buyerId: string) => (
  <Link href={`/buyers/${buyerId}/prices`} prefetch={false} className={buttonClass({ size: 'small' })}>
    Calculate prices
  </Link>
)

function moveTo(headingId: string) {
  const heading = document.getElementById(headingId)
  heading?.setAttribute('tabindex', '-1') // so that reading goes on from here
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
