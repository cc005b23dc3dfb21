import type { Charge } from '@/lib/operations/schemas/charge-history'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import type { PaymentMethod, Token } from '@/lib/operations/schemas/tokens'

/** How old a fact is and where it comes from: ISO in UTC, and words such as "from Turn off autocharge by you". */
export type Stamp = { at: string; from: string; typed: boolean }

/** The stamps of one thing, by field. */
export type Stamps = Readonly<Record<string, Stamp | undefined>>

/**
 * What is stored of a buyer without asking the service: the fold over everything observed, masked. An unknown status is ''.
 * Things are named as facts name them: `buyer`, `subscription:{id}`, `token:{id}`.
 */
export type KnownNow = {
  version: number
  email: string | null
  /** Of the newest charge that carried any. */
  billing: (NonNullable<Charge['billingInfo']> & { seenAt: string | null }) | null
  country: string | null
  /** The language they use, as two letters. */
  locale: string | null
  subscriptions: Subscription[]
  /** Whether the service has listed all of them at some time. */
  subscriptionsListed: boolean
  methods: PaymentMethod[]
  methodsListed: boolean
  /** Tokens whose payment method no list has named. */
  looseTokens: Token[]
  stamps: Readonly<Record<string, Stamps | undefined>>
}

/** Whether nothing was ever learned of the buyer. That the service lists no subscription says nothing: it does so of ids it doesn't know, too. */
export const isStranger = ({ email, billing, country, subscriptions, methods, looseTokens }: KnownNow): boolean =>
  email === null && billing === null && country === null && subscriptions.length + methods.length + looseTokens.length === 0
