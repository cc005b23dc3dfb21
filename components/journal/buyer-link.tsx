'use client'

import Link from 'next/link'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { buyerPath } from '@/lib/core/buyer-path'
import type { JournalContext } from './journal-context'

type Props = { buyerId: string; merchant: string; context: JournalContext }

const look = 'whitespace-nowrap font-mono text-accent text-meta tracking-mono hover:underline'

/** Leads to a buyer. One of another merchant account takes that account along, by a page drawn anew. */
export function BuyerLink({ buyerId, merchant, context }: Props) {
  const name = `Open buyer ${buyerId}`
  const short = `${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`
  if (merchant === context.merchant) {
    return (
      <Link href={buyerPath(buyerId)} prefetch={false} aria-label={name} className={look}>
        {short}
      </Link>
    )
  }
  return (
    <a
      href={buyerPath(buyerId)}
      onClick={() => chooseMerchant(merchant)}
      aria-label={`${name} of another merchant account`}
      className={look}
    >
      {short}
    </a>
  )
}
