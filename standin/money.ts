import Big from 'big.js'

export const currencies = ['USD', 'EUR', 'BRL', 'GBP', 'JPY', 'KWD'] as const
export type Currency = (typeof currencies)[number]

export const isCurrency = (value: unknown): value is Currency => currencies.some((currency) => currency === value)

const fractionDigits: Record<Currency, number> = { USD: 2, EUR: 2, BRL: 2, GBP: 2, JPY: 0, KWD: 3 }

/** How many units of a currency one US dollar buys; invented, but such that 162.00 BRL are 29.45 USD (service-facts 6.1). */
const unitsPerDollar: Record<Currency, string> = { USD: '1', EUR: '0.92', BRL: '5.5', GBP: '0.79', JPY: '150', KWD: '0.3075' }

/** Half a unit of the last digit rounds up, which is the only rule that yields the amounts of service-facts 6.2. */
export const rounded = (amount: Big, currency: Currency): Big => amount.round(fractionDigits[currency], Big.roundHalfUp)

/** An amount as the service writes it: a decimal string with as many fraction digits as the currency has. */
export const written = (amount: Big, currency: Currency): string => amount.toFixed(fractionDigits[currency], Big.roundHalfUp)

/** A percentage is written with two fraction digits, whatever the currency. */
export const writtenPercent = (percent: Big): string => percent.toFixed(2, Big.roundHalfUp)

export const inDollars = (amount: Big, currency: Currency): string =>
  amount.div(unitsPerDollar[currency]).toFixed(2, Big.roundHalfUp)
