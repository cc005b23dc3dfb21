import 'server-only'
import * as z from 'zod/mini'
import { invalid } from '@/lib/core/problem'
import { currency, day, email, line, uuid } from '@/lib/operations/schemas/scalars'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson } from '@/lib/platform/request'
import { type Clue, maxClues, maxValues } from '../clue'
import { cluesIn } from '../message-clues'
import type { SearchAnswer } from '../search-reading'
import { readings } from '../written-amounts'
import { contextFor, findByText, findClues } from './find'

const amount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,18})?$/, 'Enter an amount such as 162.00'))
const lastFour = z.string().check(z.trim(), z.regex(/^\d{4}$/, 'Enter four digits'))
const orderId = z.string().check(z.regex(/^[A-Za-z0-9]{8}$/, 'Enter an order id of eight letters and digits'))
const values = <T extends z.ZodMiniType<string>>(value: T) =>
  z.array(value).check(z.minLength(1, 'Enter at least one value'), z.maxLength(maxValues, `Use ${maxValues} values or fewer`))
const clue = <K extends Clue['kind'], T extends z.ZodMiniType<string>>(kind: K, value: T) =>
  z.strictObject({ kind: z.literal(kind), values: values(value), currency: z.null() })

const clues = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), values: values(amount), currency: z.nullable(currency) }),
  clue('email', email),
  clue('id', uuid),
  clue('order', orderId),
  clue('day', day),
  clue('lastFour', lastFour),
  clue('descriptor', line(200)),
  clue('text', line(200)),
])

const text = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter something to search for'), z.maxLength(10_000, 'Use 10,000 characters or fewer'))
/** `here`: what the dashboard knows, at once; `service`: what the service says; left out: both. */
const where = z.optional(z.enum(['here', 'service'], 'Use here or service, or leave it out for both'))
const typed = z.strictObject({ q: text, where })
/** Of a message that was pasted only these come here. */
const read = z.strictObject({
  clues: z.array(clues).check(z.minLength(1, 'Enter at least one clue'), z.maxLength(maxClues, `Use ${maxClues} clues or fewer`)),
  where,
})

/** `POST /api/desk/search`: a typed text as `q`, or the `clues` of a message. They travel in the body, so that no e-mail stands in an address or a log. */
export async function search(request: Request, person: Person): Promise<SearchAnswer> {
  const given = await readJson(request)
  const about = { person, merchant: merchantFor(request, person), signal: request.signal }
  if (typeof given === 'object' && given !== null && 'clues' in given) {
    const { clues, where } = checked(read, given)
    return findClues(clues, { ...about, where })
  }
  const { q, where } = checked(typed, given)
  return findByText(q, { ...about, where })
}

const statementBody = z.strictObject({
  line: z.optional(z.string().check(z.maxLength(10_000, 'Use 10,000 characters or fewer'))),
  descriptor: z.optional(line(200)),
  amount: z.optional(z.string().check(z.trim(), z.regex(/^\d[\d .,’']{0,30}$/, 'Enter an amount such as 162.00'))),
  currency: z.optional(currency),
  date: z.optional(day),
  lastFour: z.optional(lastFour),
  name: z.optional(line(200)),
})

/** `POST /api/desk/statement`: what charge is this? A statement's line, or any of what it tells; the answer ranks charges with reasons. */
export async function statement(request: Request, person: Person): Promise<SearchAnswer> {
  const given = checked(statementBody, await readJson(request))
  const about = { person, merchant: merchantFor(request, person), signal: request.signal, where: 'here' as const }
  const bare = (kind: Clue['kind'], value: string | undefined): Clue[] =>
    value === undefined || value === '' ? [] : [{ kind, values: [value], currency: null }]
  const typedAmounts = given.amount === undefined ? [] : readings(given.amount)
  const all: Clue[] = [
    ...(typedAmounts.length === 0 ? [] : [{ kind: 'amount' as const, values: typedAmounts, currency: given.currency ?? null }]),
    ...bare('day', given.date),
    ...bare('lastFour', given.lastFour),
    ...bare('descriptor', given.descriptor),
    ...bare('text', given.name),
    ...cluesOfLine(given.line ?? '', await contextFor(about.merchant)),
  ]
  if (all.every(({ kind }) => kind === 'day'))
    throw invalid([
      {
        field: 'line',
        title: 'Enter the statement line, or at least a descriptor, amount, last four digits or name. A date alone isn’t enough.',
      },
    ])
  return findClues(all, about)
}

/** What a line tells; one without a number is a descriptor or a name as a whole. */
function cluesOfLine(text: string, context: Awaited<ReturnType<typeof contextFor>>): Clue[] {
  const found = cluesIn(text, context)
  const whole = text.trim().slice(0, 200)
  return found.length > 0 || whole === '' ? found : [{ kind: 'text', values: [whole], currency: null }]
}
