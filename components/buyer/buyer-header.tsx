'use client'

import type { ReactNode } from 'react'
import { Chip } from '@/components/ui/chip'
import { Frame } from '@/components/ui/frame'
import { Ident } from '@/components/ui/ident'
import { MerchantMark } from '@/components/ui/merchant-mark'
import { cn } from '@/lib/core/cn'

type Props = {
  buyerId: string
  /** The masked e-mail, or the masked name, or null where neither is known. */
  name: string | null
  /** The masked name, where the e-mail stands first; null where neither is known. */
  fullName?: string | null
  /** ISO 3166-1 alpha-2, or null. */
  country: string | null
  merchant: { name: string; colour?: string | null }
  /** Beside the name: shows it in clear. */
  reveal?: ReactNode
  /** At the right end: ticket, as of. */
  children: ReactNode
}

/** Who this is about. It stays at the top while the page scrolls, so that nobody acts on the wrong buyer. */
export function BuyerHeader({ buyerId, name, fullName = null, country, merchant, reveal, children }: Props) {
  return (
    <header className="sticky top-0 z-10 border-b bg-raised print:static">
      <Frame className="flex h-head items-center gap-3 max-sm:gap-2">
        <div className="reveal-place flex min-w-0 items-center gap-1">
          <h1 dir="auto" className="min-w-0 truncate font-semibold text-dialog">
            {name ?? 'Buyer'}
          </h1>
          {reveal}
        </div>
        <span aria-hidden className="h-5 w-px flex-none bg-line max-sm:hidden" />
        {fullName && (
          <bdi className="min-w-0 truncate text-ink-2 text-table max-md:hidden" title={fullName}>
            {fullName}
          </bdi>
        )}
        {country && (
          <Chip size="small" className="max-sm:hidden">
            {country}
          </Chip>
        )}
        <span className="hidden font-mono text-meta print:inline">{buyerId}</span>
        <span className={cn('flex-none print:hidden', name !== null && 'max-sm:hidden')}>
          <Ident value={buyerId} side="bottom" align="start" />
        </span>
        <Chip size="small" className="max-lg:hidden">
          <MerchantMark colour={merchant.colour} />
          <bdi>{merchant.name}</bdi>
        </Chip>
        <span className="ml-auto flex flex-none items-center gap-2 print:hidden">{children}</span>
      </Frame>
    </header>
  )
}
