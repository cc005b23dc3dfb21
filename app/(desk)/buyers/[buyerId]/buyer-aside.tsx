'use client'

import { FactVerbs } from '@/components/actions/verb-button'
import { IdentityCard } from '@/components/buyer/identity-card'
import type { RevealAbout } from '@/components/reveal/reveal'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { late } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'
import type { Revealable } from '@/lib/reveal/reveal'
import { latePart } from './late'
import type { useBuyer } from './use-buyer'

/** A heading is there before its card. */
const CardSkeleton = ({ title }: { title: string }) => (
  <Card as="div">
    <CardHead title={title} />
    <Skeleton className="mx-4 my-4 h-4" />
  </Card>
)

// What stands beside the history comes right after it.
const BuyerMethods = late(
  () => import('./buyer-methods').then((file) => file.BuyerMethods),
  <CardSkeleton title="Payment methods" />,
)
const MoneyCard = late(
  () => import('@/components/buyer/money-card').then((file) => file.MoneyCard),
  <CardSkeleton title="Money received" />,
)

const NotesCard = latePart('NotesCard')
const WhatWeDid = latePart('WhatWeDid')
const RevealedInRow = latePart('RevealedInRow')
const RevealedRows = latePart('RevealedRows')

/** What a part of the page shows, and of whom, on which ticket, to whom. */
export type BuyerPart = { buyer: ReturnType<typeof useBuyer>; about: RevealAbout }

type AsideProps = BuyerPart & {
  /** Whether the merchant account has the read of payment methods. */
  hasTokens: boolean
  /** Beside a long history the money of each month has a card of its own, and the methods are folded. */
  isLong: boolean
}

/** Beside the history: the money, the payment methods, the notes and what colleagues did. */
export function BuyerAside({ buyer, about, hasTokens, isLong }: AsideProps) {
  const { history, unconfirmed } = buyer
  const { merchant, buyerId, role, ticket } = about
  return (
    <>
      {isLong && (
        <div className={buyer.isHistoryStale ? 'stale' : undefined}>
          <MoneyCard history={history} state={history.state} month={buyer.today.slice(0, 7)} />
        </div>
      )}
      <BuyerMethods
        merchant={merchant}
        buyerId={buyerId}
        isRead={hasTokens}
        isFolded={isLong}
        seen={buyer.methodsSeen}
        missing={buyer.missing?.says ?? null}
        unconfirmed={unconfirmed.flatMap(({ target }) => (target.startsWith('token:') ? [target.slice(6)] : []))}
        known={buyer.stored}
      />
      <NotesCard merchant={merchant} buyerId={buyerId} role={role} ticket={ticket} />
      <WhatWeDid />
    </>
  )
}

// Values that the identity card has no masked row for.
const rowless: readonly Revealable[] = ['fingerprint', 'card']

export function BuyerIdentity({ buyer, about }: BuyerPart) {
  const { buyerId } = about
  return (
    <IdentityCard
      email={buyer.email}
      known={buyer.known}
      country={buyer.country}
      state={buyer.history.state}
      missing={buyer.missing}
      isEmailUnconfirmed={buyer.unconfirmed.some(({ target }) => target === `buyer:${buyerId}`)}
      verb={
        <FactVerbs target={{ kind: 'buyer', id: buyerId, name: null }} fact="email" variant="quiet" tipPlace={{ align: 'end' }} />
      }
      reveal={(what) => <RevealedInRow what={what} about={about} />}
      more={<RevealedRows about={about} of={rowless} />}
    />
  )
}
