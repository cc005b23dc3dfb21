import { plainDecimal } from '@/lib/core/fold'
import { currencies } from '@/lib/operations/schemas/forms'

/** An amount as it stands in a text. `values`: the decimals it may mean; `currency` is null where none is named. */
export type WrittenAmount = { values: string[]; currency: string | null; from: number; to: number }

const symbols: Record<string, string> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', R$: 'BRL', US$: 'USD', $: 'USD' }
const words: Record<string, string> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  pounds: 'GBP',
  yen: 'JPY',
  reais: 'BRL',
}

// Withdrawn since 2021: nothing is priced in them now, and statements still show them.
const codes = [...currencies, 'ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']
// In small letters only those that are no word of a language: `all`, `top` and `try` are.
const small = ['eur', 'usd', 'gbp', 'brl', 'jpy', 'chf', 'cad', 'aud', 'sek', 'nok', 'dkk', 'pln', 'mxn', 'inr', 'kwd']
const either = (word: string) => `[${word[0]?.toUpperCase()}${word[0]}]${word.slice(1)}`
const named = [...codes, ...small.map(either), ...Object.keys(words).map(either)].join('|')

const currencyForm = new RegExp(String.raw`R\$|US\$|[€£¥$]|(?<![\p{L}])(?:${named})(?!\p{L})`, 'gu')
const number = String.raw`\d{1,3}(?:[ .,’'\u00a0\u202f]\d{3})+(?:[.,]\d{1,4})?|\d{1,15}(?:[.,]\d{1,4})?`
const before = new RegExp(String.raw`(?<![\d.,/])(${number})[ \u00a0\u202f]?[-−]?[ \u00a0\u202f]?$`, 'u')
const after = new RegExp(String.raw`^[ \u00a0\u202f]?[-−]?[ \u00a0\u202f]?(${number})(?!\d)`, 'u')
// A number and what may stand between it and its currency are not longer.
const reach = 32

/** The amounts of a text that stand beside a currency, from left to right. */
export function amountsIn(text: string): WrittenAmount[] {
  const amounts: WrittenAmount[] = []
  let used = 0
  for (const { 0: money, index } of text.matchAll(currencyForm)) {
    if (index < used) continue
    const start = Math.max(used, index - reach)
    const end = index + money.length
    const left = before.exec(text.slice(start, index))
    const right = after.exec(text.slice(end, end + reach))
    // Where there are two such numbers, the one with a decimal mark, for the other may be a card.
    const isRight = right !== null && (left === null || (!/[.,]/.test(left[1] ?? '') && /[.,]/.test(right[1] ?? '')))
    const written = (isRight ? right?.[1] : left?.[1]) ?? ''
    const values = readings(written)
    if (values.length === 0) continue
    const to = isRight ? end + (right?.[0].length ?? 0) : end
    amounts.push({ values, currency: currencyOf(money), from: isRight ? index : start + (left?.index ?? 0), to })
    used = to
  }
  return amounts
}

const currencyOf = (money: string) => symbols[money] ?? words[money.toLowerCase()] ?? money.toUpperCase()

/** A written number as the decimals it may mean: the last mark is the decimal one, unless exactly three digits follow a single one. */
export function readings(written: string): string[] {
  const plain = written.replace(/[ ’'\u00a0\u202f]/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const digits = (text: string) => text.replace(/[.,]/g, '')
  const whole = digits(plain)
  const fraction = last === -1 ? null : `${digits(plain.slice(0, last))}.${plain.slice(last + 1)}`
  const marks = plain.match(/[.,]/g)?.length ?? 0
  const afterLast = last === -1 ? 0 : plain.length - last - 1
  const sameMark = new Set(plain.match(/[.,]/g)).size === 1
  const meant = fraction === null ? [whole] : afterLast !== 3 ? [fraction] : marks > 1 && sameMark ? [whole] : [fraction, whole]
  return [...new Set(meant.filter((text) => plainDecimal(text) !== null))]
}
