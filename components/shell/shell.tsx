import type { ReactNode } from 'react'
import type { DeskMerchant, DeskPerson } from './desk-person'
import { KeysRefused } from './keys-refused'
import { ScreenShared } from './screen-shared'
import { ShellKeys } from './shell-keys'
import { TopBar } from './top-bar'

type Props = {
  person: DeskPerson
  merchants: readonly DeskMerchant[]
  /** Code of the merchant account that is chosen. */
  merchant: string
  /** Codes of the merchant accounts whose keys the service refuses. */
  keysRefused: readonly string[]
  /** Screen-share mode is on. */
  isShared: boolean
  children: ReactNode
}

/** Everything around a page of the desk. The page brings its own `Frame`, so that a head of its own may span the width. */
export function Shell({ person, merchants, merchant, keysRefused, isShared, children }: Props) {
  return (
    <>
      <a
        href="#content"
        className="fixed -top-16 left-2 z-40 rounded-control bg-primary px-3 py-2 font-medium text-on-primary text-table focus:top-2 print:hidden"
      >
        Skip to the content
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
