/** A decimal string without needless zeros, so that `162.00`, `162` and `0162.0` are one; null for what is none. No number is made of it. */
export function plainDecimal(text: string): string | null {
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const kept = fraction.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${kept && `.${kept}`}`
}
