import { compare, fractionDigits, withDigits } from '@/lib/core/money'
import type { Refund, Refundable } from './refund'

/** How many fraction digits a currency has (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD; 2 where the code is not known. */
function currencyPlaces(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** A typed amount as a decimal with so many fraction digits; null where it is no positive amount or has more digits than that. */
export function typedAmount(text: string, places: number): string | null {
  if (!/^\d{1,18}(\.\d{1,18})?$/.test(text) || fractionDigits(text) > places) return null
  return compare(text, '0') === 0 ? null : withDigits(text, places)
}

/** How many fraction digits a refund may have: the currency's own number, or more where the service itself wrote more. */
export function refundPlaces(currency: string, received: string): number {
  return Math.max(currencyPlaces(currency), fractionDigits(received))
}

/** How much may be asked for: at most `left`, with `places` fraction digits. */
export type AmountLimit = { currency: string; places: number; left: string }

/** Why an amount cannot be asked for, or null. */
export function amountError(text: string, { currency, places, left }: AmountLimit): string | null {
  const typed = text.trim()
  if (typedAmount(typed, places) === null) {
    const digits = places === 0 ? 'without decimals' : `with up to ${places} ${places === 1 ? 'decimal' : 'decimals'}`
    return `Enter an amount in ${currency} above zero, ${digits}, such as ${placesExample(places)}`
  }
  return compare(typed, left) > 0 ? `You can refund up to ${left} ${currency} of this charge` : null
}

const placesExample = (places: number) => (places === 0 ? '12' : `12.${'50'.padEnd(places, '0').slice(0, places)}`)

/** The newest request of the same charge for the same amount that wasn't refused; null where there is none. */
export function sameRequest({ requests, earlier, places }: Refundable, text: string): Refund | null {
  const amount = typedAmount(text.trim(), places)
  if (amount === null) return null
  return earlier.find((refund) => requests.includes(refund.id) && compare(refund.amount, amount) === 0) ?? null
}
