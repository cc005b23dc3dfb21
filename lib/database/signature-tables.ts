import 'server-only'

/** People's passkeys, and what they sign with them. */
export type SignatureTables = {
  passkeys: {
    id: string
    account_id: string
    credential_id: string
    /** As the authenticator gave it (COSE), base64url. */
    public_key: string
    /** How often it has signed, by its own count; 0 for one that doesn't count. */
    counter: number
    /** JSON: how a browser reaches it. */
    transports: string
    /** 1 for one that its owner's other devices have, too. */
    backed_up: number
    name: string
    /** The host that it works for. */
    host: string
    /** The journal's entry that enrolled it. */
    entry: number | null
    added_at: string
    last_used_at: string | null
    removed_at: string | null
  }
  /** What somebody was asked to sign. Good once, for two minutes. */
  challenges: {
    id: string
    account_id: string
    purpose: 'act' | 'enrol' | 'sign-in'
    /** What is signed, as it's shown. */
    statement: string
    /** Sealed: the key of the statement's digest of the request. */
    sealed: string
    expires_at: string
    action_id: string | null
    used_at: string | null
  }
  /** An admin asks to remove all passkeys of somebody who has lost theirs; another one decides. */
  passkey_lifts: {
    id: string
    account_id: string
    state: 'waiting' | 'lifted' | 'declined'
    asked_account: string
    asked_by: string
    asked_at: string
    expires_at: string
    decided_by: string | null
    decided_at: string | null
  }
}
