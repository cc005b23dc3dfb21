'use client'

import { List } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import { ActionsProvider } from '@/components/actions/actions-provider'
import { FactVerbs } from '@/components/actions/verb-button'
import { AsOf } from '@/components/buyer/as-of'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { IdentityCard } from '@/components/buyer/identity-card'
import { TicketChip } from '@/components/buyer/ticket-chip'
import { type ChosenCharge, ChosenChargeContext, OrderLinkContext } from '@/components/charges/charge-verbs'
import { useAskedOrder } from '@/components/charges/use-order-filter'
import { Button } from '@/components/ui/button'
import { Frame } from '@/components/ui/frame'
import { Icon } from '@/components/ui/icon'
import { PhoneBar } from '@/components/ui/phone-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { showSection, useSectionKeys } from '@/components/ui/use-section-keys'
import type { Proof } from '@/lib/charges/answer-parts'
import { openPalette } from '@/lib/client/palette'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { rememberTicket, useVisitTicket } from '@/lib/client/visit-ticket'
import type { ReasonPresets } from '@/lib/commands/reason-presets'
import type { VerbOffer } from '@/lib/commands/verb-offers'
import { orderPath } from '@/lib/core/buyer-path'
import { cn } from '@/lib/core/cn'
import type { Role } from '@/lib/core/roles'
import type { MerchantForPeople } from '@/lib/platform/merchants'
import { type Revealable, whoTheyAre } from '@/lib/reveal/reveal'
import { BuyerAnswer } from './buyer-answer'
import { BuyerSubscriptions } from './buyer-subscriptions'
import { BuyerTimeline } from './buyer-timeline'
import { late } from './late'
import { useBuyer } from './use-buyer'

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
}

// Values that the identity card has no masked row for.
const rowless: readonly Revealable[] = ['fingerprint', 'card']

/** From so many orders on what is bounded comes first: the subscriptions stand above them, and the months beside. */
const longHistory = 9

/** A buyer's page: the answer first, then what it rests on. Each part has its own data and its own troubles. */
export function BuyerView({ buyerId, merchant, reads, role, ticket, reasons, verbs }: Props) {
  const buyer = useBuyer({ merchant, buyerId, reads })
  const { history, known, stored, email } = buyer
  const [address, changeAddress] = useSearchParamsState(['ticket', 'guide'])
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
  const context = { merchant, role, reasons, verbs, ticket: ticketKept, products, buyer: { id: buyerId, email, country } }
  const about = { ...panels, merchantInfo: merchant, role, ticket: ticketKept }
  const reveal = (what: Revealable) => <RevealedInRow what={what} about={about} />
  const [chosen, setChosen] = useState<ChosenCharge | null>(null)
  const isGuided = address.guide !== null
  const openGuide = (guide: string | null) => {
    changeAddress({ guide })
    if (guide === null) requestAnimationFrame(() => document.getElementById('open-guides')?.focus({ preventScroll: true }))
  }
  const isLong = history.orders.length >= longHistory
  const orders = <BuyerTimeline key="orders" history={history} />
  const subscriptions = <BuyerSubscriptions key="subscriptions" {...panels} isRead={reads.listSubscriptions} buyer={buyer} />
  return (
    <ActionsProvider context={context}>
      <OrderLinkContext value={linkOf}>
        <BuyerHeader
          buyerId={buyerId}
          country={country}
          merchant={merchant}
          name={email ?? (fullName || null)}
          fullName={email && fullName ? fullName : null}
          reveal={(email ?? fullName) && <Reveal of={email ? whoTheyAre : ['name', 'address', 'document']} about={about} />}
        >
          <OthersHere />
          <OtherTickets />
          {ticketKept !== null && <TicketChip ticket={ticketKept} onRemove={removeTicket} />}
          <AsOf asOf={buyer.asOf} isRefreshing={buyer.isRefreshing} onRefresh={buyer.refresh} />
          <Button size="small" className="max-sm:hidden" onClick={openPalette}>
            Actions
          </Button>
        </BuyerHeader>
        <Frame page className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:pt-4 print:block">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
            <OthersActing />
            <UnconfirmedStrips />
          </div>
          <div className={cn(columns, isGuided && guidedColumns)}>
            <BuyerAnswer
              buyer={buyer}
              choices={{ ...panels, role, ticket: ticketKept, onOpen: openGuide }}
              isGuided={isGuided}
              onShow={(proof) => showProof(proof, ask)}
            />
            {address.guide !== null && (
              <div className={rail}>
                <BuyerGuides
                  history={history}
                  enabled={buyer.enabled}
                  lists={reads.listSubscriptions}
                  opened={address.guide}
                  onOpen={openGuide}
                  showCharge={setChosen}
                />
              </div>
            )}
            <div className={cn(columns, 'items-start gap-x-6', !isGuided && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]')}>
              <div className={columns}>
                <ChosenChargeContext value={chosen}>
                  {isLong ? [subscriptions, orders] : [orders, subscriptions]}
                </ChosenChargeContext>
              </div>
              <aside aria-label="About the buyer" className={cn(columns, 'print:hidden')}>
                {isLong && <MoneyCard history={history} state={history.state} month={buyer.today.slice(0, 7)} />}
                <BuyerMethods
                  {...panels}
                  isRead={reads.listTokens}
                  seen={buyer.methodsSeen}
                  missing={buyer.missing?.says ?? null}
                  known={stored}
                />
                <NotesCard {...panels} role={role} ticket={ticketKept} />
              </aside>
            </div>
            <IdentityCard
              email={email}
              known={known}
              country={country}
              state={history.state}
              missing={buyer.missing}
              verb={emailVerbs(buyerId)}
              reveal={reveal}
              more={<RevealedRows about={about} of={rowless} />}
            />
          </div>
        </Frame>
        <BuyerEntries name={email} />
        <PhoneBar>
          <Button size="small" onClick={openPalette}>
            <Icon of={List} />
            Actions
          </Button>
        </PhoneBar>
      </OrderLinkContext>
    </ActionsProvider>
  )
}

const columns = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 print:block'

// The rail is as wide for every step, beside all of the page, and first where there is no room beside it.
const guidedColumns = 'md:grid-cols-[minmax(0,1fr)_25rem] md:gap-x-6 md:[&>*]:col-start-1'
const rail =
  'min-w-0 max-md:order-first print:hidden md:sticky md:top-17 md:col-start-2! md:row-span-3 md:row-start-1 md:self-start'

function showProof(proof: Proof, ask: (order: string, charge: string | null) => void): void {
  if (proof === null) showSection('charge-history')
  else ask(proof.orderId, proof.chargeIds[0] ?? null)
}

const emailVerbs = (id: string) => (
  <FactVerbs target={{ kind: 'buyer', id, name: null }} fact="email" variant="quiet" tipPlace={{ align: 'end' }} />
)
