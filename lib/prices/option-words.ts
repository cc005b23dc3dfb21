import { maxWords } from './quote'
import { actionLabels, isMove, type Line, type Option, type PriceAction } from './workbench'

const verbOf = (action: PriceAction): string =>
  action === 'purchase' ? '' : `${actionLabels[action]} ${isMove(action) ? 'to ' : ''}`

/** A line in words: "2 × NWPLUS12", "Renew NWPLUS3". `nameOf` knows what people call a product code. */
export function describeLine({ action, product, quantity }: Line, nameOf: (code: string) => string = (code) => code): string {
  if (product === '') return action === 'purchase' ? 'Nothing chosen yet' : `${actionLabels[action]}, nothing chosen yet`
  return `${verbOf(action)}${action === 'purchase' && quantity !== '1' && quantity !== '' ? `${quantity} × ` : ''}${nameOf(product)}`
}

/** What an option is called: the name it was given, else its lines. */
export function describeOption({ name, lines }: Option, nameOf?: (code: string) => string): string {
  return name.trim() || lines.map((line) => describeLine(line, nameOf)).join(' + ')
}

/** The same as short as a quote keeps it: as many lines as fit and how many more there are, or the beginning of a long name. */
export function describeQuoted(option: Option, nameOf: (code: string) => string): string {
  const whole = describeOption(option, nameOf)
  const letters = [...whole]
  if (letters.length <= maxWords) return whole
  const lines = option.name.trim() === '' ? option.lines.map((line) => describeLine(line, nameOf)) : []
  for (let count = lines.length - 1; count > 0; count -= 1) {
    const words = `${lines.slice(0, count).join(' + ')} and ${lines.length - count} more`
    if ([...words].length <= maxWords) return words
  }
  return `${letters
    .slice(0, maxWords - 1)
    .join('')
    .trimEnd()}…`
}

/** The terms under the name: "discount 10%, SPRING25"; "discount 50% on NWPRO12" where not all products have it. */
export function describeTerms({ lines }: Option): string {
  const terms = termsOf(lines, 'discount')
  return terms.length === 0 ? 'no discount' : terms.join(', ')
}

function termsOf(lines: readonly Line[], discountWord: string): string[] {
  const codesByTerm = new Map<string, string[]>()
  for (const { discount, coupon, product } of lines)
    for (const term of [discount && `${discountWord} ${discount}%`, coupon].filter(Boolean))
      codesByTerm.set(term, [...(codesByTerm.get(term) ?? []), product])
  return [...codesByTerm].map(([term, codes]) => (codes.length === lines.length ? term : `${term} on ${codes.join(', ')}`))
}

/** What an option is called in its row: the name it was given, else its products. */
export function optionTitle({ name, lines }: Option, nameOf: (code: string) => string): string {
  const titles = lines.map(({ action, product, quantity }) => {
    if (product === '') return 'Nothing chosen yet'
    return action === 'purchase' && quantity !== '1' && quantity !== '' ? `${quantity} × ${nameOf(product)}` : nameOf(product)
  })
  return name.trim() || titles.join(' + ')
}

/** What an option does, and the discount and coupon that are its own: "Renew, own discount 10%". */
export function ownTerms({ lines }: Option): string {
  return [...new Set([...lines.map(({ action }) => actionLabels[action]), ...termsOf(lines, 'own discount')])].join(', ')
}
