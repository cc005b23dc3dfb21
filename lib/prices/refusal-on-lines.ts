import type { Problem } from '@/lib/core/problem'
import type { LineField, LineProblems } from './line-problems'
import type { Line, Option } from './workbench'

const fields: Record<string, LineField> = {
  productCode: 'product',
  quantity: 'quantity',
  subscriptionId: 'subscription',
  discount: 'discount',
  couponCode: 'coupon',
  coupon: 'coupon',
}

/**
 * What the service refused of a single option, on the lines it concerns: by the path it names, by a code in its words, or because
 * only one line can be meant. Empty where that cannot be told. `known`: product codes that were priced before.
 */
export function refusalOnLines(problem: Problem, { lines }: Option, known: ReadonlySet<string>): Record<string, LineProblems> {
  const found: Record<string, LineProblems> = {}
  const put = (line: Line | undefined, field: LineField, words: string) => {
    if (line) found[line.key] = { ...found[line.key], [field]: words }
  }
  for (const { field, title } of problem.fields) {
    const name =
      fields[
        field
          .split(/[.[\]]+/)
          .filter(Boolean)
          .at(-1) ?? ''
      ]
    if (name === undefined) continue
    const at = /products(?:\.|\[)(\d+)/.exec(field)?.[1]
    if (at !== undefined) put(lines[Number.parseInt(at, 10)], name, title)
    else {
      const suspects = meant(lines, name, `${problem.detail} ${title}`)
      const isOneOf = new Set(suspects.map((line) => line[name].trim())).size > 1
      for (const line of suspects)
        put(line, name, isOneOf ? `${title} This applies to one of the lines in this option. Check each one.` : title)
    }
  }
  // service-interface, prices for oneclick, rule 5: it does not say which.
  if (problem.kind === 'notFound' && /product/i.test(problem.detail)) {
    for (const line of unknownProducts(lines, problem.detail, known))
      put(line, 'product', 'The service doesn’t know this product')
  }
  return found
}

/** Says of a field whether what the service says of it is on a line, so that it need not be told beside them. */
export const isOnLine = (problem: Problem, option: Option) => (field: string) => {
  const alone = { ...problem, kind: 'invalid' as const, fields: problem.fields.filter((each) => each.field === field) }
  return Object.keys(refusalOnLines(alone, option, new Set())).length > 0
}

/** The only line that has such a field, or those whose value is named, or all that have it. */
function meant(lines: readonly Line[], field: LineField, says: string): Line[] {
  const having = lines.filter((line) => line[field].trim() !== '' && (field !== 'quantity' || line.action === 'purchase'))
  const named = having.filter((line) => says.includes(line[field].trim()))
  return named.length > 0 ? named : having
}

function unknownProducts(lines: readonly Line[], says: string, known: ReadonlySet<string>): Line[] {
  const named = meant(lines, 'product', says)
  if (named.length < lines.length || lines.length === 1) return named
  const strangers = lines.filter(({ product }) => !known.has(product.trim()))
  return new Set(strangers.map(({ product }) => product.trim())).size === 1 ? strangers : []
}
