/** A key as its owner sees it. */
export type Passkey = {
  id: string
  name: string
  addedAt: string
  lastUsedAt: string | null
  /** The owner's other devices may have it, too. */
  synced: boolean
  /** It was enrolled under another host of the dashboard, where it works no more. */
  elsewhere: boolean
}

export type OwnPasskeys = {
  passkeys: Passkey[]
  /** How a new one may be added: an existing one confirms it, a sign-in of a moment ago is enough, or neither. */
  adding: 'confirm' | 'now' | 'sign-in-again' | 'full'
  /** Whether it's asked for at sign-in; null for somebody who signs in through the company. */
  atSignIn: boolean | null
  /** Two admins have lifted all of them since. */
  lifted: { at: string; by: string[] } | null
  /** Whether anything here is signed. */
  isSigning: boolean
}

/** What a browser makes a key for. */
export type Enrolment = { id: string; options: unknown }

export const maxPasskeys = 10
