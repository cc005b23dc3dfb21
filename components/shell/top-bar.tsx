import Link from 'next/link'
import { AccountMenu } from './account-menu'
import type { DeskMerchant, DeskPerson } from './desk-person'
import { Logo } from './logo'
import { MainNav } from './main-nav'
import { MerchantSwitch } from './merchant-switch'
import { PaletteButton } from './palette-button'
import { ThemeButton } from './theme-button'
import { UnconfirmedBadge } from './unconfirmed-badge'

type Props = { person: DeskPerson; merchants: readonly DeskMerchant[]; merchant: string; isShared: boolean }

export function TopBar({ person, merchants, merchant, isShared }: Props) {
  return (
    <header
      data-account={merchants.find(({ code }) => code === merchant)?.colour}
      className="h-bar border-b bg-raised data-account:border-t-3 data-account:border-t-account print:hidden"
    >
      <div className="mx-auto flex h-full max-w-frame items-center gap-3 px-gutter">
        <Link
          href="/"
          aria-label="Counterfoil, find a buyer"
          className="max-sm:-mx-2.25 max-sm:grid max-sm:size-10 max-sm:place-items-center"
        >
          <Logo word={false} />
        </Link>
        <MerchantSwitch merchants={merchants} merchant={merchant} />
        <MainNav role={person.role} />
        <span className="ml-auto flex items-center gap-3">
          <UnconfirmedBadge />
          <PaletteButton />
          <ThemeButton />
          <AccountMenu person={person} isShared={isShared} />
        </span>
      </div>
    </header>
  )
}
