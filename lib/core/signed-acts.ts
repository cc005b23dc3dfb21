/** The acts that SIGNED_ACTS may name: each is signed with the person's passkey before it's done. */
export type SignedAct =
  | 'renew-now'
  | 'approve-incident'
  | 'refund-over'
  | 'role-change'
  | 'erasure'
  | 'bank-pack'
  | 'agent-token'
  | 'event-address'
  | 'hook'
  | 'press-proposal'

/** What changes the keys themselves is signed whenever the person has one, whatever the environment names. */
export type KeyAct = 'add-passkey' | 'remove-passkey' | 'passkey-at-sign-in' | 'lift-passkeys'
