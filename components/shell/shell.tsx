import type { ReactNode } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { IntentLink } from '@/components/ui/intent-link'
import { Menu } from '@/components/ui/menu'
import { Notice } from '@/components/ui/notice'
import type { Role } from '@/lib/core/roles'
import { PaletteButton, ScreenShareOff, ThemeButton, UnconfirmedBadge } from './bar-buttons'
import { AccountItems, LateBell } from './late-parts'
import { Logo } from './logo'
import { MainNav } from './main-nav'
import { type DashboardMerchant, MerchantSwitch } from './merchant-switch'
import { ShellKeys } from './shell-keys'

/** What the shell shows of the person who is signed in. */
type DashboardPerson = { name: string; email: string; role: Role }

type Props = {
  person: DashboardPerson
  merchants: readonly DashboardMerchant[]
  /** Code of the merchant account that is chosen. */
  merchant: string
  /** Codes of the merchant accounts whose keys the service refuses. */
  keysRefused: readonly string[]
  /** Screen-share mode is on. */
  isShared: boolean
  children: ReactNode
}

/** Everything around a page. The page brings its own `Frame`, so its head can span the full width. */
export function Shell({ person, merchants, merchant, keysRefused, isShared, children }: Props) {
  return (
    <>
      <a
        href="#content"
        className="fixed -top-16 left-2 z-40 rounded-control bg-primary px-3 py-2 font-medium text-on-primary text-table focus:top-2 print:hidden"
      >
        Skip to content
      </a>
      <TopBar person={person} merchants={merchants} merchant={merchant} isShared={isShared} />
      {isShared && <ScreenShared />}
      <KeysRefused names={merchants.filter(({ code }) => keysRefused.includes(code)).map(({ name }) => name)} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <ShellKeys />
    </>
  )
}

type TopBarProps = { person: DashboardPerson; merchants: readonly DashboardMerchant[]; merchant: string; isShared: boolean }

function TopBar({ person, merchants, merchant, isShared }: TopBarProps) {
  return (
    <header
      data-account={merchants.find(({ code }) => code === merchant)?.colour}
      className="top-bar h-bar border-b bg-raised data-account:border-t-3 data-account:border-t-account print:hidden"
    >
      <div className="mx-auto flex h-full max-w-frame items-center gap-3 px-gutter">
        <IntentLink
          href="/"
          aria-label="Counterfoil, find a buyer"
          className="py-0.5 max-sm:-mx-2.25 max-sm:grid max-sm:size-10 max-sm:place-items-center"
        >
          <Logo word={false} />
        </IntentLink>
        <MerchantSwitch merchants={merchants} merchant={merchant} />
        <MainNav role={person.role} />
        <span className="ml-auto flex items-center gap-3">
          <UnconfirmedBadge />
          <PaletteButton />
          <LateBell />
          <ThemeButton />
          <AccountMenu person={person} isShared={isShared} />
        </span>
      </div>
    </header>
  )
}

function AccountMenu({ person, isShared }: { person: DashboardPerson; isShared: boolean }) {
  return (
    <Menu
      label={`${person.name}, ${person.role}`}
      trigger={<Avatar name={person.name} />}
      triggerClassName="touch-area relative grid place-items-center rounded-full focus-visible:rounded-full max-sm:size-10"
      className="w-60"
    >
      <div className="px-2 pt-1.5 pb-2">
        <div className="truncate font-semibold">{person.name}</div>
        <div className="truncate text-meta text-muted">{person.email}</div>
        <div className="text-meta text-muted">{person.role}</div>
      </div>
      <AccountItems isShared={isShared} />
    </Menu>
  )
}

/** Shown on every page while screen-share mode is on. */
const ScreenShared = () => (
  <div className="mx-auto w-full max-w-frame px-gutter pt-4 print:hidden">
    <Notice kind="neutral" role="status" actions={<ScreenShareOff />}>
      <b className="font-semibold">Screen-share mode is on.</b>{' '}
      <span className="text-ink-2">Personal values are fully masked and can’t be revealed.</span>
    </Notice>
  </div>
)

const listOfNames = new Intl.ListFormat('en')

/** Shown on every page while the service refuses our keys, so it isn't mistaken for "buyer not found". */
function KeysRefused({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="mx-auto w-full max-w-frame px-gutter pt-4 print:hidden">
      <Notice kind="danger" role="alert">
        <b className="font-semibold">The service is refusing our keys for {listOfNames.format(names)}.</b>{' '}
        <span className="text-ink-2">
          You can’t load or change anything there until an admin fixes the keys. You can still see what’s stored in Counterfoil.
        </span>
      </Notice>
    </div>
  )
}
