import { plainDecimal } from '@/lib/core/fold'
import { currencies } from '@/lib/operations/schemas/codes'

/**
 * What a line of a bank statement tells. Each clue is a list because a line may be read in two ways: `1.480` is a thousand yen or one
 * dinar and a half, `03/04` is in March or in April.
 */
export type Clues = {
  amounts: { amount: string; currency: string | null }[]
  /** `YYYY-MM-DD`. */
  days: string[]
  lastFours: string[]
  /** What is left: descriptor or name. */
  words: string
}

const symbols: Record<string, string> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', R$: 'BRL', US$: 'USD', $: 'USD' }
const money = String.raw`R\$|US\$|[€£¥$]|(?<![A-Za-z])(?:[A-Z]{3})(?![A-Za-z])`
const number = String.raw`\d{1,3}(?:[ .,’'\u00a0]\d{3})+(?:[.,]\d{1,4})?|\d{1,15}(?:[.,]\d{1,4})?`

const beforeNumber = new RegExp(String.raw`(${money})\s?[-−]?\s?(${number})(?![\d])`, 'u')
const afterNumber = new RegExp(String.raw`(?<![\d.,/])(${number})\s?[-−]?\s?(${money})`, 'u')
const decimalAlone = /(?<![\d.,/-])\d{1,15}[.,]\d{2,3}(?![\d.,/-])/
const card = /(?:[*•·xX]{2,}[\s-]?|\b(?:card|ending(?: in)?|ends(?: in| with)?)\s+[*•·xX]*)(\d{4})(?!\d)/i
const fourAlone = /(?<![\p{L}\d.,/*-])\d{4}(?![\p{L}\d.,/-])/u

/** The clues of a line. `now` decides the year of a day that names none. */
export function cluesIn(line: string, now = new Date()): Clues {
  let rest = line
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest)
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const days = dayPatterns.flatMap(([pattern, read]) => {
    const found = take(pattern)
    return found ? read(found, now) : []
  })
  const masked = take(card)?.[1]
  const asked = moneyIn(rest)
  if (asked) rest = rest.replace(asked.found, ' ')
  const written = asked?.written ?? take(decimalAlone)?.[0]
  const code = asked?.code
  const alone = masked ?? take(fourAlone)?.[0]
  return {
    amounts:
      written === undefined
        ? []
        : readings(written).map((amount) => ({ amount, currency: code ? (symbols[code] ?? code) : null })),
    days: [...new Set(days)],
    lastFours: alone === undefined ? [] : [alone],
    words: rest
      .replace(/(?<=^|\s)[-−+:;,]+(?=\s|$)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** A number beside a currency; where there are two such, the one with a decimal mark, for the other may be a card. */
function moneyIn(line: string): { found: string; written: string; code: string } | null {
  const before = ofCurrencies(beforeNumber).exec(line)
  const after = ofCurrencies(afterNumber).exec(line)
  const both = [
    ...(before ? [{ found: before[0], code: before[1] ?? '', written: before[2] ?? '' }] : []),
    ...(after ? [{ found: after[0], code: after[2] ?? '', written: after[1] ?? '' }] : []),
  ]
  return both.find(({ written }) => /[.,]/.test(written)) ?? both[0] ?? null
}

/** Three capitals are a currency only where such a one is known. */
const ofCurrencies = (pattern: RegExp) => new RegExp(pattern.source.replace('[A-Z]{3}', known), 'u')

// Withdrawn since 2021: nothing is priced in them now, and statements still show them.
const known = [...currencies, 'ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'].join('|')

/** A written number as the decimals it may mean: the last mark is the decimal one, unless exactly three digits follow a single one. */
export function readings(written: string): string[] {
  const plain = written.replace(/[ ’'\u00a0]/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const digits = (text: string) => text.replace(/[.,]/g, '')
  const whole = digits(plain)
  const fraction = last === -1 ? null : `${digits(plain.slice(0, last))}.${plain.slice(last + 1)}`
  const marks = plain.match(/[.,]/g)?.length ?? 0
  const afterLast = last === -1 ? 0 : plain.length - last - 1
  const sameMark = new Set(plain.match(/[.,]/g)).size === 1
  const meant = fraction === null ? [whole] : afterLast !== 3 ? [fraction] : marks > 1 && sameMark ? [whole] : [fraction, whole]
  return [...new Set(meant.flatMap((text) => plainDecimal(text) ?? []))]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
const monthOf = (name = '') => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

const dayPatterns: [RegExp, (found: RegExpExecArray, now: Date) => string[]][] = [
  [/(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)(?:[T ]\d\d:\d\d(?::\d\d)?)?/, ([, y, m, d]) => valid(y, m, d)],
  [
    /(?<![\d.])(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d\d)(?!\d)/,
    ([, a, b, y = '']) => [...valid(fullYear(y), b, a), ...valid(fullYear(y), a, b)],
  ],
  [
    new RegExp(String.raw`(?<![\d.,])(\d{1,2})\.?[ -]?${month}[ -]?(\d{4})?(?!\d)`, 'i'),
    ([, d, m, y], now) => named(d, m, y, now),
  ],
  [
    new RegExp(String.raw`(?<!\p{L})${month} (\d{1,2})(?:,? (\d{4}))?(?![\d.,])`, 'iu'),
    ([, m, d, y], now) => named(d, m, y, now),
  ],
  [/(?<![\d.,/])(\d{1,2})\/(\d{1,2})(?![\d/])/, ([, a, b], now) => [...lately(b, a, now), ...lately(a, b, now)]],
]

const fullYear = (year: string) => (year.length === 2 ? `20${year}` : year)

const named = (d: string | undefined, m: string | undefined, y: string | undefined, now: Date): string[] =>
  y === undefined ? lately(String(monthOf(m)), d, now) : valid(y, String(monthOf(m)), d)

function valid(y = '', m = '', d = ''): string[] {
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? [day] : []
}

const dayMs = 86_400_000

/** A day without a year is the last such day. A bank may be some days ahead of us. */
function lately(m: string | undefined, d: string | undefined, now: Date): string[] {
  const year = now.getUTCFullYear()
  const latest = new Date(now.getTime() + 4 * dayMs).toISOString().slice(0, 10)
  return [year, year - 1]
    .flatMap((each) => valid(String(each), m, d))
    .filter((day) => day <= latest)
    .slice(0, 1)
}
