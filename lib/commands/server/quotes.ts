import 'server-only'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { dayIn, formatDay, timeIn } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append, waitForTurn } from '@/lib/journal/chain'
import { decryptJson } from '@/lib/journal/crypto'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import type { initialOrder } from '@/lib/operations/schemas/initial-order'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import { allWords } from '@/lib/operations/words'
import { merchantByCode, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { log } from '@/lib/platform/log'
import { checked } from '@/lib/platform/request'
import type { CommandCall, CommandRequest } from './command-call'
import { followersOf } from './following'
import type { Action } from './intent'

export type QuoteRow = Tables['quotes']
type Step = 'saved' | 'shared' | 'withdrawn' | 'taken up' | 'given back'
type By = Pick<Person, 'accountId' | 'name'>
type Tx = Transaction<Tables>

/** A quote by the secret of its link, with what only the server may know. Throws `notFound`, and tells no two reasons for it apart. */
export async function quoteRow(person: Person, id: string): Promise<QuoteRow> {
  const store = await database()
  const row = await store.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || (row.shared_at === null && row.account_id !== person.accountId))
    throw problem('notFound', 'We couldn’t find that quote.')
  requireMerchant(person, row.merchant)
  merchantByCode(row.merchant) // an account that is no longer served has no quotes either
  return row
}

/** The address that a person typed for it. Null without one, and where the key that sealed it is gone: then the newest known one counts. */
export function addressOf({ address }: QuoteRow): string | null {
  if (address === null) return null
  try {
    return decryptJson(address) as string
  } catch {
    return null
  }
}

/** Takes a quote one step on, where it hasn't been taken there before. `values` are of columns that were null until then. */
export async function moveQuote(
  tx: Tx,
  person: By,
  { id, did, values }: { id: string; did: Step; values: Partial<QuoteRow> },
): Promise<void> {
  await waitForTurn(tx) // the lock that beginning an action takes first, too: two locks in two orders could wait for each other for ever
  const row = await tx.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
  const [column] = Object.keys(values) as (keyof QuoteRow)[]
  if (row && column !== undefined && row[column] === null) await writeStep(tx, person, { row, did, values })
}

/**
 * Changes a quote and writes into the journal who did. Throws `unavailable` (`row_changed`) where somebody changed the row by hand, so that no
 * entry vouches for a price that the service never said. The transaction must have its turn to write there.
 */
async function writeStep(
  tx: Tx,
  by: By,
  { row, did, values }: { row: QuoteRow; did: Step; values: Partial<QuoteRow> },
): Promise<void> {
  const entry_id = row.entry_id ?? randomUUID()
  if (row.entry_id !== null) await requireAsRecorded(tx, 'quotes', row) // earlier versions wrote quotes without an entry
  const moved = tx.updateTable('quotes').set({ ...values, entry_id })
  await recordQuote(tx, by, await moved.where('id', '=', row.id).returningAll().executeTakeFirstOrThrow(), did)
}

/** Writes down what was done with a quote. Its id opens it, so the entry has another, and what the customer calls it by. */
export async function recordQuote(tx: Tx, by: By, row: QuoteRow, did: Step): Promise<void> {
  const { checked: _, checked_at: __, ...values } = row
  const entryId = row.entry_id ?? ''
  await append(tx, {
    kind: 'quote',
    actionId: entryId,
    accountId: by.accountId,
    person: by.name,
    merchant: row.merchant,
    operation: null,
    buyerId: row.buyer_id,
    ticket: null,
    detail: { quote: row.reference, did },
    rows: [{ table: 'quotes', id: entryId, values }],
  })
}

/** Where a request names the quote that it takes up. */
export const quoteHeader = 'x-quote'
export const quoteNamed = z.nullable(z.string().check(z.regex(/^[\w-]{43}$/, 'Send the id of a quote')))

export const quoteIn = (request: Request): string | null =>
  checked(z.object({ [quoteHeader]: quoteNamed }), { [quoteHeader]: request.headers.get(quoteHeader) })[quoteHeader] ?? null

/**
 * What a request asks for of the quote it names: its price was asked with the address that somebody typed for it, so what is made of it is
 * signed with that, too, unless another is typed now. Throws `notFound` for a quote that the person may not open.
 */
export async function requestedWith(
  person: Person,
  quote: string | null,
  typed: string | null | undefined,
): Promise<Pick<CommandRequest, 'quote' | 'buyerAddress'>> {
  if (quote === null) return { buyerAddress: typed }
  const row = await quoteRow(person, quote)
  return { quote, buyerAddress: typed ?? addressOf(row) }
}

/**
 * A quote is taken up by one link or one act, which is decided in the transaction that writes its intent: of two tabs that were opened before
 * the second sends nothing, and is told what the first did. Throws `conflict`. The transaction must have its turn to write into the journal.
 */
export async function takeQuote(tx: Tx, call: CommandCall): Promise<void> {
  const id = call.requested.quote ?? null
  if (id === null) return
  const row = await tx.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !isFor(row, call)) throw refused('This isn’t what the quote is about, so nothing was sent.', 'other_quote')
  if (call.sendsAgain !== null && row.used_action_id === call.sendsAgain) return
  const why = closedBecause(row)
  if (why !== null) throw refused(`${why} Nothing was sent now.`, 'quote_closed', row.used_action_id)
  const values = { used_at: new Date().toISOString(), used_by: call.person.name, used_action_id: call.actionId }
  await writeStep(tx, call.person, { row, did: 'taken up', values })
}

const refused = (why: string, code: string, actionId: string | null = null) =>
  problem('conflict', why, { code, ...(actionId === null ? {} : { actionId }) })

/**
 * Whether a command can be what a quote offers: an order of one of its options for its buyer, or for nobody we know, or the command that its action
 * is the price of.
 */
function isFor(row: QuoteRow, { operation, merchant, buyerId, body }: CommandCall): boolean {
  if (row.merchant !== merchant.code) return false
  const { bundles } = fromOwnJson<PriceRequest>(row.request)
  if (operation.target === 'order') {
    const { products: ordered } = body as z.output<typeof initialOrder>
    const isOrdered = ({ products }: (typeof bundles)[number]) =>
      products.every(({ actionName }) => actionName === 'purchase') && isDeepStrictEqual(codesOf(products), codesOf(ordered))
    return (buyerId === null || buyerId === row.buyer_id) && bundles.some(isOrdered)
  }
  const offered = bundles.flatMap(({ products }) => products.map(({ actionName }) => actionName as string))
  const verbs = allWords.flatMap(([name, words]) => (name === operation.name ? Object.values(words.verbs) : []))
  return buyerId === row.buyer_id && verbs.some(({ pricedAs }) => pricedAs !== undefined && offered.includes(pricedAs))
}

const codesOf = (products: readonly { productCode: string }[]) => products.map(({ productCode }) => productCode).toSorted()

function closedBecause(row: QuoteRow): string | null {
  const { timeZone } = merchantByCode(row.merchant)
  const when = (moment: string) =>
    `on ${formatDay(dayIn(Date.parse(moment), timeZone))} at ${timeIn(Date.parse(moment), timeZone)}`
  if (row.used_at !== null) {
    if (row.used_by === null) return 'This quote was already taken up by an order of the buyer.'
    return `${row.used_by} already used this quote, ${when(row.used_at)}.`
  }
  if (row.withdrawn_at !== null) return `This quote was withdrawn ${when(row.withdrawn_at)}.`
  return Date.parse(row.valid_until) <= Date.now() ? 'This quote has lapsed. Price it again.' : null
}

/** Gives a quote back once it is known that the action that took it did nothing, or to the action that sent it again. */
export async function giveQuoteBack(tx: Tx, action: Action): Promise<void> {
  await waitForTurn(tx)
  const row = await tx.selectFrom('quotes').selectAll().where('used_action_id', '=', action.action_id).executeTakeFirst()
  if (!row) return
  const next = (await followersOf(tx, [action.action_id])).get(action.action_id)
  const isSentAgain = next !== undefined && next.undoes !== action.action_id
  const values = isSentAgain ? { used_action_id: next.action_id } : { used_at: null, used_by: null, used_action_id: null }
  await writeIfRecorded(tx, action, { row, did: isSentAgain ? 'taken up' : 'given back', values })
}

/** Takes a quote up after all, once it is known that an action did happen that was taken for one that did nothing. The first one counts. */
export async function keepQuoteTaken(tx: Tx, action: Action): Promise<void> {
  const id = quoteOf(action)
  if (id === null) return
  await waitForTurn(tx)
  const row = await tx.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.used_at !== null) return
  const values = { used_at: new Date().toISOString(), used_by: action.person, used_action_id: action.action_id }
  await writeIfRecorded(tx, action, { row, did: 'taken up', values })
}

/** The quote that an action was to take up; null too where the key that sealed it is gone. */
function quoteOf({ sealed }: Action): string | null {
  try {
    return sealed === '' ? null : ((decryptJson(sealed) as { quote?: string | null }).quote ?? null)
  } catch {
    return null
  }
}

/** An outcome is written whatever a hand did to the quote, which then stays as it is and is named by `verify`. */
async function writeIfRecorded(
  tx: Tx,
  { account_id, person, action_id }: Action,
  step: { row: QuoteRow; did: Step; values: Partial<QuoteRow> },
): Promise<void> {
  try {
    await writeStep(tx, { accountId: account_id, name: person }, step)
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    log.error({ actionId: action_id }, 'quote_changed_by_hand')
  }
}
