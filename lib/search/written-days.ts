import { daysAfter } from '@/lib/core/dates'

/** Days that a text may mean, likeliest first, as day keys. `isGuess`: it names no month or may mean something else. */
export type WrittenDay = { values: string[]; isGuess: boolean }

/** How a day is written, and what it means when it is `today`. Each pattern is global and has as many groups as `read` takes. */
export type DayForm = { pattern: RegExp; read: (parts: readonly (string | undefined)[], today: string) => WrittenDay }

const monthNames = [
  ['jan', 'ene'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aoû', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'out'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
]
// The beginning of a name, and then its letters or none: `sept` and `septiembre` are the same.
const month = String.raw`((?:${monthNames.flat().join('|')})\p{L}{0,9})\.?`
const monthOf = (name = '') => {
  const known = monthNames.findIndex((names) => names.some((each) => name.toLowerCase().startsWith(each)))
  return String(known + 1)
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const yesterdays = 'yesterday|gestern|ayer|ontem'
const todays = 'today|heute|hoy|hoje'

const sure = (values: string[]): WrittenDay => ({ values: [...new Set(values)], isGuess: new Set(values).size > 1 })
const guess = (values: string[]): WrittenDay => ({ values: [...new Set(values)], isGuess: true })

/** The ways in which people and banks write days, the surest first. */
export const dayForms: readonly DayForm[] = [
  {
    pattern: /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?/g,
    read: ([y, , m, d]) => sure(valid(y, m, d)),
  },
  {
    pattern: /(?<![\d.])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/g,
    read: ([a, mark, b, year], today) => {
      const y = year?.length === 2 ? `${today.slice(0, 2)}${year}` : year
      const byDay = valid(y, b, a)
      return sure(mark === '.' && byDay.length > 0 ? byDay : [...byDay, ...valid(y, a, b)])
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\d.,])(\d{1,2})(?:st|nd|rd|th|er|º|ª)?\.?(?: (?:of|de|do|da))?[ -]?${month}(?:,?(?: of| de)?[ -]?(\d{4}))?(?![\d\p{L}])`,
      'giu',
    ),
    read: ([d, name, y], today) => sure(ofYear(y, monthOf(name), d, today)),
  },
  {
    pattern: new RegExp(String.raw`(?<!\p{L})${month} (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\d\p{L}]|[.,]\d)`, 'giu'),
    read: ([name, d, y], today) => sure(ofYear(y, monthOf(name), d, today)),
  },
  {
    pattern: /(?<![\d.,/])(\d{1,2})\/(\d{1,2})(?![\d/])/g,
    read: ([a, b], today) => guess([...lately(b, a, today), ...lately(a, b, today)]),
  },
  {
    pattern: new RegExp(String.raw`(?<!\p{L})(${todays}|${yesterdays})(?!\p{L})`, 'giu'),
    read: ([word = ''], today) => guess([todays.split('|').includes(word.toLowerCase()) ? today : daysAfter(today, -1)]),
  },
  {
    pattern: /(?<!\p{L})(?:the|on) (\d{1,2})(?:st|nd|rd|th)(?!\p{L})/giu,
    read: ([d], today) => guess(lastOfMonth(d, today)),
  },
  {
    pattern: new RegExp(String.raw`(?<!\p{L})(?:on|last|this) (${weekdays.join('|')})(?!\p{L})`, 'giu'),
    read: ([name = ''], today) => guess([lastWeekday(name.toLowerCase(), today)]),
  },
]

/** `15.9.`, which is looked for after amounts: `12.50.` ends a sentence. */
export const dotted: DayForm = {
  pattern: /(?<![\d.,])(\d{1,2})\.(\d{1,2})\.(?!\d)/g,
  read: ([d, m], today) => sure(lately(m, d, today)),
}

const ofYear = (y: string | undefined, m: string, d: string | undefined, today: string) =>
  y === undefined ? lately(m, d, today) : valid(y, m, d)

function valid(y = '', m = '', d = ''): string[] {
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const read = new Date(`${day}T00:00:00Z`)
  return y >= '1990' && y < '2100' && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? [day] : []
}

/** A bank may be some days ahead of us. */
const daysAhead = 4

/** A day without a year is the last such day. */
function lately(m: string | undefined, d: string | undefined, today: string): string[] {
  const year = Number(today.slice(0, 4))
  return [year, year - 1]
    .flatMap((each) => valid(String(each), m, d))
    .filter((day) => day <= daysAfter(today, daysAhead))
    .slice(0, 1)
}

/** The last 19th, of this month or of one before that has such a day. */
function lastOfMonth(d: string | undefined, today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return [0, 1, 2]
    .flatMap((back) => {
      const first = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString()
      return valid(first.slice(0, 4), first.slice(5, 7), d)
    })
    .filter((day) => day <= today)
    .slice(0, 1)
}

function lastWeekday(name: string, today: string): string {
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() - weekdays.indexOf(name) + 7) % 7
  return daysAfter(today, back === 0 ? -7 : -back)
}
