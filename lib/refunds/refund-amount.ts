import { compare, currencyPlaces, fractionDigits, typedAmount } from '../money'

/** How many fraction digits a refund may have: the currency's own number, or more where the service itself wrote more. */
export function refundPlaces(currency: string, received: string): number {
  return Math.max(currencyPlaces(currency), fractionDigits(received))
}

type Limit = { currency: string; places: number; left: string }

/** Why an amount cannot be asked for, or null. */
export function amountTrouble(text: string, { currency, places, left }: Limit): string | null {
  const typed = text.trim()
  if (typedAmount(typed, places) === null) {
    const digits = places === 0 ? 'without fraction digits' : `with at most ${places} fraction digits`
    return `Give an amount of ${currency} above zero, ${digits}, such as ${placesExample(places)}`
  }
  return compare(typed, left) > 0 ? `At most ${left} ${currency} is left of this charge` : null
}

const placesExample = (places: number) => (places === 0 ? '12' : `12.${'50'.padEnd(places, '0').slice(0, places)}`)
