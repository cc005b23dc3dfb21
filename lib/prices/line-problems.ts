import { isDiscount } from '@/lib/core/money'
import { couponForm, currencyForm, localeForm, productForm, textProblem, uuidForm } from '../operations/schemas/forms'
import { byAddress, type Line, type Option, type Workbench } from './workbench'

export type LineField = 'product' | 'quantity' | 'subscription' | 'discount' | 'coupon'
/** What is wrong with the fields of a line, in words. */
export type LineProblems = Partial<Record<LineField, string>>

export type WorkbenchProblems = {
  /** By key of the option, then of the line. */
  lines: Record<string, Record<string, LineProblems>>
  /** By place in the list of currencies. */
  currencies: (string | null)[]
  /** Of the common discount. */
  discount: string | null
  locale: string | null
  names: Record<string, string>
  count: number
}

/** The rules of the service while something is typed (service-interface, prices for oneclick; service-facts 2.12). */
export function problemsOf({ options, currencies, discount, locale: language }: Workbench): WorkbenchProblems {
  const lines = Object.fromEntries(options.map((option) => [option.key, linesOf(option)]))
  const problemCurrencies = currencies.map((code, index) => currencyProblem(code, index, currencies))
  const commonProblem = discountProblem(discount) ?? null
  const languageProblem = language === '' ? null : (textProblem(localeForm, language) ?? null)
  const names = Object.fromEntries(
    options.flatMap(({ key, name }) =>
      /@/.test(name) ? [[key, 'Remove the e-mail address. The name becomes part of the link.']] : [],
    ),
  )
  const wrong = [
    ...Object.values(lines).flatMap((of) => Object.values(of).flatMap((fields) => Object.values(fields))),
    ...problemCurrencies.filter((each) => each !== null),
    ...(commonProblem === null ? [] : [commonProblem]),
    ...(languageProblem === null ? [] : [languageProblem]),
    ...Object.values(names),
  ]
  return { lines, currencies: problemCurrencies, discount: commonProblem, locale: languageProblem, names, count: wrong.length }
}

function linesOf({ lines }: Option): Record<string, LineProblems> {
  return Object.fromEntries(lines.map((line, index) => [line.key, problemsOfLine(line, lines.slice(0, index))]))
}

function problemsOfLine(line: Line, before: readonly Line[]): LineProblems {
  const { action, product, quantity, discount, coupon } = line
  const found: LineProblems = {}
  const says = (field: LineField, words: string | undefined) => words !== undefined && Object.assign(found, { [field]: words })
  says('product', product.trim() === '' ? 'Choose a product' : textProblem(productForm, product))
  if (action === 'purchase')
    says('quantity', /^([1-9]|10)$/.test(quantity.trim()) ? undefined : 'Enter a whole number from 1 to 10')
  else says('subscription', subscriptionProblem(line, before))
  says('discount', discountProblem(discount))
  if (coupon.trim() !== '') says('coupon', textProblem(couponForm, coupon))
  return found
}

const discountProblem = (discount: string): string | undefined =>
  discount.trim() === '' || isDiscount(discount.trim())
    ? undefined
    : 'Enter a percentage from 0.01 to 99.99, with two decimals at most'

/** Whether an option can be priced as it is typed: every field is a value the service takes. */
export function isPriceable(option: Option, { discount, locale: language }: Pick<Workbench, 'discount' | 'locale'>): boolean {
  const hasOwn = option.lines.every((line) => line.discount.trim() !== '')
  return (
    (hasOwn || discountProblem(discount) === undefined) &&
    (language === '' || textProblem(localeForm, language) === undefined) &&
    Object.values(linesOf(option)).every((fields) => Object.keys(fields).length === 0)
  )
}

/** What keeps an option from being priced, with its line where there are several; null where nothing does, or no product is chosen yet. */
export function unpriceableBecause(option: Option): string | null {
  const { lines } = option
  if (lines.every(({ product }) => product.trim() === '')) return null
  const found = linesOf(option)
  const at = lines.findIndex(({ key }) => Object.keys(found[key] ?? {}).length > 0)
  const [field, words] = Object.entries(found[lines[at]?.key ?? ''] ?? {})[0] ?? []
  if (field === undefined || words === undefined) return null
  return `${lines.length > 1 ? `Line ${at + 1}, ${field}` : `${field[0]?.toUpperCase()}${field.slice(1)}`}: ${words}`
}

function subscriptionProblem({ subscription, action }: Line, before: readonly Line[]): string | undefined {
  if (subscription.trim() === '') return `Choose the subscription to ${action}`
  const says = textProblem(uuidForm, subscription)
  if (says !== undefined) return says
  const same = before.find((other) => other.action !== 'purchase' && isSame(other.subscription, subscription))
  return same && `This option already has an action (${same.action}) for this subscription. Add the other in a separate option.`
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

function currencyProblem(code: string, at: number, all: readonly string[]): string | null {
  if (all.indexOf(code) < at) return 'This currency is already listed'
  return code === byAddress ? null : (textProblem(currencyForm, code) ?? null)
}
