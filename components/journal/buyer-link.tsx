'use client'

import Link from 'next/link'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { buyerPath } from '@/lib/core/buyer-path'
import { cn } from '@/lib/core/cn'
import type { JournalContext } from './journal-context'

type Props = {
  buyerId: string
  /** The masked e-mail or name; null where none is known. */
  name: string | null
  merchant: string
  context: JournalContext
  className?: string
}

/** `buyer …2787`, for one of whom neither e-mail nor name is known. */
export const namelessBuyer = (buyerId: string) => `buyer …${buyerId.slice(-4)}`

/** Leads to a buyer. One of another merchant account takes that account along, by a page drawn anew. */
export function BuyerLink({ buyerId, name, merchant, context, className }: Props) {
  const shown = name ?? namelessBuyer(buyerId)
  const look = cn('truncate text-accent hover:underline max-md:leading-6', className)
  if (merchant === context.merchant) {
    return (
      <Link href={buyerPath(buyerId)} prefetch={false} aria-label={`Open ${shown}`} className={look}>
        <bdi>{shown}</bdi>
      </Link>
    )
  }
  return (
    <a
      href={buyerPath(buyerId)}
      onClick={() => chooseMerchant(merchant)}
      aria-label={`Open ${shown} of another merchant account`}
      className={look}
    >
      <bdi>{shown}</bdi>
    </a>
  )
}
