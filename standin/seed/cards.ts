import type { ChargeMethod, PaymentMethod, Token } from '../records'
import { addDays, withoutZone } from '../time'
import { fixedDigest, fixedUuid } from './fixed-id'

export type Card = { bin: string; lastFour: string; brand: string; countryName: string; country: string; riskSegment?: string }

/** A card as charge history shows it. */
export const paidBy = ({ bin, lastFour, brand, countryName, country, riskSegment = 'low' }: Card): PaymentMethod => ({
  type: 'card',
  data: {
    bin,
    lastFourDigits: lastFour,
    brand,
    riskSegments: [{ type: 'all', riskSegment }],
    issuer: 'Example Bank',
    cardType: 'CREDIT',
    cardLevel: 'CLASSIC',
    isoCountryName: countryName,
    isoATwo: country,
  },
})

/** One token of a stored card, made by a charge `madeDaysAgo` days before now, and used for the last time then or `usedDaysAgo` before now. */
export function tokenOf(
  card: Card,
  now: Date,
  token: {
    id: number
    provider?: string
    mid?: string
    chargeId?: string
    isEnabled?: boolean
    madeDaysAgo: number
    usedDaysAgo?: number
  },
): Token {
  const made = withoutZone(addDays(now, -token.madeDaysAgo))
  const used = withoutZone(addDays(now, -(token.usedDaysAgo ?? token.madeDaysAgo)))
  return {
    id: token.id,
    provider: token.provider ?? 'acqglobal_com',
    mid: token.mid ?? 'acqglobal_nw',
    bin: card.bin,
    chargeId: token.chargeId ?? fixedUuid(`charge behind token ${token.id}`),
    isEnabled: token.isEnabled ?? true,
    createdAt: made,
    updatedAt: used,
    successfullyUsedAt: used,
  }
}

export const storedCard = (id: string, card: Card, tokens: Token[]): ChargeMethod => ({
  id,
  paymentMethodType: 'card',
  paymentMethodIdentifier: fixedDigest(`card ${id}`),
  value: card.lastFour,
  tokens,
})
