import type { Charge } from '../operations/schemas/charge-history'

// The decline catalogue of service-facts 2.15. Charge history carries only a status and sometimes a code: `provider.reason`,
// where the reason is often one of these types, or a bare number that several types share.
const byType: Record<string, string> = {
  external_timeout: 'the provider took too long',
  external_technical_error: 'technical problem at the processor or bank',
  configuration_errors: 'the merchant’s provider settings are wrong',
  invalid_parameters: 'the provider rejected the parameters',
  mismatch_error: 'currency, brand or operation not supported',
  missing_error_type: 'the provider’s code doesn’t explain why',
  active_token_not_found: 'no enabled token',
  cancelled: 'cancelled by the buyer, the bank or a void',
  card_validation_failed: 'wrong card number, expiry or security code',
  declined_by_card_bin: 'card number range not recognised',
  declined_by_internal_anti_fraud: 'stopped by the service’s own fraud rules',
  declined_by_provider_anti_fraud: 'stopped by fraud rules of the provider or issuer',
  declined_by_three_ds: '3-D Secure failed',
  general_decline: 'the bank gave no reason',
  insufficient_funds: 'insufficient funds, or a limit reached',
  limit_exceeded: 'provider, bank or product limit reached',
  risk_response: 'risk score too high',
  stolen_restricted_card: 'card stolen, blocked or restricted',
  rejected: 'declined without a reason',
}

const byNumber: Record<string, string> = {
  '2101': 'charge failed',
  '2102': 'invalid card data',
  '2104': 'insufficient funds',
  '2105': 'general decline, do not honour',
}

const payerLabels = {
  becauseDetails: 'the card details didn’t match',
  because3ds: 'your bank’s security check wasn’t completed',
  becauseFunds: 'your bank reported insufficient funds or a limit reached',
  becauseLimit: 'a limit was reached',
  becauseTimeout: 'the payment provider took too long to answer',
  becauseTechnical: 'there was a technical problem at your bank or the payment provider',
}

type PayerReason = keyof typeof payerLabels

// What may be said to the person who pays. Never a word about fraud rules or stolen cards: that is between bank and merchant.
const forTheOneWhoPays: Record<string, PayerReason> = {
  card_validation_failed: 'becauseDetails',
  declined_by_three_ds: 'because3ds',
  insufficient_funds: 'becauseFunds',
  limit_exceeded: 'becauseLimit',
  external_timeout: 'becauseTimeout',
  external_technical_error: 'becauseTechnical',
  '2102': 'becauseDetails',
  '2104': 'becauseFunds',
}

/** Why an attempt was lost, in words: `insufficient funds, or a limit reached`, `code 3000`, `no reason given`. */
export function describeDecline({ code }: Pick<Charge, 'code'>): string {
  if (code === null || code === '') return 'no reason given'
  return lookUp(byType, reasonIn(code)) ?? lookUp(byNumber, code) ?? `code ${code}`
}

/** The reason as it may be given to the customer, or null where none should be. */
export function declineWordsOutside(charge: Pick<Charge, 'code'>): string | null {
  const reason = payerReason(charge)
  return reason && payerLabels[reason]
}

/** The sentence of a reply that says the same. */
export function payerReason({ code }: Pick<Charge, 'code'>): PayerReason | null {
  return code === null ? null : (lookUp(forTheOneWhoPays, reasonIn(code)) ?? null)
}

// `acqlocal.insufficient_funds`: the provider's name holds no dot.
const reasonIn = (code: string) => code.slice(code.indexOf('.') + 1).toLowerCase()

const lookUp = <Words extends string>(words: Record<string, Words>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : undefined
