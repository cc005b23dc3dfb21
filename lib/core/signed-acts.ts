/** The acts that SIGNED_ACTS may name: each is signed with the person's passkey before it's done. */
export const signedActs = [
  'renew-now',
  'approve-incident',
  'refund-over',
  'role-change',
  'erasure',
  'bank-pack',
  'agent-token',
  'event-address',
  'hook',
  'press-proposal',
] as const
export type SignedAct = (typeof signedActs)[number]

/** What changes the keys themselves is signed whenever the person has one, whatever the environment names. */
export type KeyAct = 'add-passkey' | 'remove-passkey' | 'passkey-at-sign-in' | 'lift-passkeys'
