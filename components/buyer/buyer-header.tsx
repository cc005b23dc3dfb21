'use client'

import { ArrowLeft } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Chip } from '@/components/ui/chip'
import { Frame } from '@/components/ui/frame'
import { Icon } from '@/components/ui/icon'
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
  /** On a phone it takes the place of the bar of the dashboard: with the way back, and the account's colour. */
  isPhoneBar?: boolean
  /** Beside the name: shows it in clear. */
  reveal?: ReactNode
  /** At the right end: ticket, as of. */
  children: ReactNode
}

/** Who this is about. It stays at the top while the page scrolls, so that nobody acts on the wrong buyer. */
export function BuyerHeader({ fullName = null, isPhoneBar = false, reveal, children, ...who }: Props) {
  const { name, country, merchant } = who
  return (
    <header
      data-phone-bar={isPhoneBar || undefined}
      data-account={merchant.colour}
      className={cn(
        'sticky top-0 z-10 border-b bg-raised print:static',
        isPhoneBar && 'max-sm:data-account:border-t-3 max-sm:data-account:border-t-account',
      )}
    >
      <Frame
        className={cn(
          'flex h-head items-center gap-3 max-sm:gap-1.5',
          isPhoneBar && merchant.colour && 'max-sm:h-[calc(var(--head)-3px)]', // the account's line is part of it
        )}
      >
        {isPhoneBar && <BackToFind />}
        <div className="min-w-0">
          <div className="reveal-place flex min-w-0 items-center gap-1 max-sm:[&_button]:-my-2.5">
            <h1 dir="auto" className="min-w-0 truncate font-semibold text-dialog max-sm:text-head">
              {name ?? 'Buyer'}
            </h1>
            {reveal}
          </div>
          <PhoneLine {...who} isAlone={isPhoneBar} />
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
        <span className="flex-none max-sm:hidden print:block">
          <Ident value={who.buyerId} side="bottom" align="start" />
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

const BackToFind = () => (
  <Link
    href="/"
    prefetch={false}
    aria-label="Back to Find"
    className={`${buttonClass({ variant: 'quiet', size: 'small', square: true })} -ml-3 sm:hidden print:hidden`}
  >
    <Icon of={ArrowLeft} />
  </Link>
)

/** Under the name on a phone, where there is no room beside it. The bar of the dashboard names the account where it is there too. */
const PhoneLine = ({
  buyerId,
  country,
  merchant,
  isAlone,
}: Pick<Props, 'buyerId' | 'country' | 'merchant'> & { isAlone: boolean }) => (
  <div className="flex min-w-0 items-center gap-1.5 text-meta text-muted sm:hidden print:hidden">
    {country && <span>{country}</span>}
    <Ident value={buyerId} side="bottom" align="start" />
    {isAlone && <bdi className="truncate">{merchant.name}</bdi>}
  </div>
)
