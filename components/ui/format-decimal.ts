const plainDecimal = /^-?\d+(?:\.(\d{1,20}))?$/

/**
 * Groups the digits of a decimal string and leaves every one of them as given: `Intl` reads a string exactly, beyond 2^53
 * and whatever the currency's usual number of decimals. What is not a plain decimal is shown as it came.
 */
export function formatDecimal(value: string): string {
  const match = plainDecimal.exec(value)
  if (!match) return value
  const digits = match[1]?.length ?? 0
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  // The pattern has made sure of what the type asks for.
  return format.format(value as `${number}`)
}
