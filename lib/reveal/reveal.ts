/** What can be shown in clear for a moment, by the name it has in a request, and what people call it. */
export const revealLabels = {
  email: 'E-mail',
  name: 'Name',
  address: 'Address',
  document: 'Document',
  ipAddress: 'Buyer address',
  fingerprint: 'Device fingerprint',
  card: 'Card (BIN, last four)',
} as const

export type Revealable = keyof typeof revealLabels
/** The same within a sentence: only its first letter changes. */
export const revealWord = (what: Revealable) => revealLabels[what].charAt(0).toLowerCase() + revealLabels[what].slice(1)

export const revealables = Object.keys(revealLabels) as Revealable[]

/** What tells who a buyer is: asked for together, for one reason. */
export const whoTheyAre: readonly [Revealable, ...Revealable[]] = ['email', 'name', 'address', 'document']

/** What fills the Reason field of a reveal at one press. */
export const revealReasons = [
  'Checking a caller’s identity',
  'Writing to the buyer',
  'Requested by a provider or bank',
  'Suspected fraud',
] as const

/** How long a value stays in clear on a screen. */
export const revealSeconds = 60

/** The values that were asked for, in clear; what is not known of the buyer is not there. Kept by nobody. */
export type Revealed = { values: Partial<Record<Revealable, string>>; seconds: number }
