import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ServiceProblem } from '@/lib/core/problem'
import { beside } from '@/lib/database/patience'
import { isStranger } from '@/lib/knowledge/known'
import { knownForPeople } from '@/lib/knowledge/server/known-for-people'
import { forgetOpened } from '@/lib/knowledge/server/recent-buyers'
import { uuid, wholeText } from '@/lib/operations/schemas/scalars'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, searchIn } from '@/lib/platform/request'
import type { ChargeFigures } from '../charge-answers'
import type { OrdersPage } from '../history-pieces'
import { columnOf, isDescending, ledgerSorts, sortFrom } from '../ledger'
import { noChargeFilter } from '../order-filter'
import { filterIn, filterSearch } from './filter-search'
import { sumsOfBoth } from './filter-view'
import { withNames } from './found-doubts'
import type { HistoryReader } from './history-reader'
import { historyReaders, type Joining } from './history-readers'
import { ordersPage } from './orders-page'

type Params = { buyerId: string }

/** Which reading the page follows, and how far that one is: another copy of the dashboard, which has not read it, reads as far first. */
const ofReading = { reading: z.optional(uuid), read: z.optional(wholeText('Enter a whole number, zero or more')) }
const figuresSearch = z.strictObject({ ...filterSearch, ...ofReading })
const rowsSearch = z.strictObject({
  ...filterSearch,
  ...ofReading,
  offset: z.optional(wholeText('Enter a whole number, zero or more')),
  limit: z.optional(z.enum(['25', '50', '100'], 'Use one of 25, 50, 100')),
  sort: z.optional(z.enum(ledgerSorts, `Use one of ${ledgerSorts.join(', ')}`)),
})
const readingSearch = z.strictObject({ again: z.optional(z.literal('yes', 'Send yes, or leave it out')) })

/** `GET /api/desk/buyers/{buyerId}/charges`: orders of the whole history that pass the filter, newest first or sorted by a column, masked. */
export async function chargeRows(request: Request, person: Person, params: Params): Promise<Response> {
  const { offset = 0, limit = '50', sort: asked, reading: id, read, ...filter } = checked(rowsSearch, searchIn(request))
  return following(request, person, { ...params, id, read }, async (reading) => {
    const progress = reading.progress() // before the rows: they may be newer than it says, and never older
    const chosen = filterIn(filter)
    const view = reading.view(chosen)
    await view.advance(request.signal)
    const sort = sortFrom(asked)
    const keys = sort && reading.keysOf(columnOf(sort), chosen)
    await keys?.advance(request.signal) // after the view, so that it is as far as that one at least
    const orders = await view.rows(offset, Number(limit), keys && sort ? { keys, descending: isDescending(sort) } : null)
    const around = JSON.stringify({ found: view.found, offset, progress })
    // The orders lie on disk as they are sent: to read and write them again would only cost time.
    return new Response(`${around.slice(0, -1)},"orders":${orders}}`, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  })
}

/** `GET /api/desk/buyers/{buyerId}/charges/figures`: sums of what passes the filter and of everything, facets and doubts, as far as it is read. */
export async function chargeFigures(request: Request, person: Person, params: Params): Promise<ChargeFigures> {
  const { reading: id, read, ...given } = checked(figuresSearch, searchIn(request))
  const filter = filterIn(given)
  return following(request, person, { ...params, id, read }, async (reading) => {
    const progress = reading.progress()
    const doubts = await withNames(merchantFor(request, person).code, reading.doubts())
    const both = await sumsOfBoth(reading.view(filter), reading.view(noChargeFilter), request.signal)
    return { ...both, days: reading.days(), facets: reading.facets.facets(), doubts, progress }
  })
}

/** How often progress is reported. */
const everyMs = 300

/**
 * `GET /api/desk/buyers/{buyerId}/charges/reading`: reads the history and tells how far it is, a JSON line at a time, until it is read.
 * Whoever leaves before that ends the read, unless somebody else waits for it.
 */
export async function chargeReading(request: Request, person: Person, params: Params): Promise<Response> {
  const { again } = checked(readingSearch, searchIn(request))
  const { reading, release } = await joined(request, person, params, again ? 'again' : 'opens')
  await reading.reaches(1)
  return new Response(streamOf(progressLines(reading, release, request.signal), release), {
    headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store, no-transform' },
  })
}

const streamOf = (lines: AsyncGenerator<Uint8Array>, release: () => void) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      release() // which ends what the lines wait for
      await lines.return(undefined)
    },
  })

async function* progressLines(reading: HistoryReader, release: () => void, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  try {
    for (;;) {
      const progress = reading.progress()
      yield encoder.encode(`${JSON.stringify(progress)}\n`)
      if (progress.state !== 'reading' || signal.aborted) return
      await reading.change()
      if (reading.state === 'reading') await wait(everyMs, undefined, { signal })
    }
  } catch (cause) {
    if (!signal.aborted) throw cause
  } finally {
    release()
  }
}

function joined(request: Request, person: Person, params: Params, how: Joining, of?: string) {
  const about = { person, merchant: merchantFor(request, person), buyerId: idIn(params.buyerId) }
  return historyReaders().join(about, request.signal, how, of)
}

type Followed = Params & { id: string | undefined; read: number | undefined }

/** Answers from what is read so far, at least something; a history of which nothing could be read is its problem. */
async function following<T>(
  request: Request,
  person: Person,
  { id, read: least = 0, ...params }: Followed,
  answer: (reading: HistoryReader) => Promise<T>,
): Promise<T> {
  const { reading, release } = await joined(request, person, params, 'follows', id)
  try {
    // A replacement reader may be behind the original, so its row numbers can differ.
    await reading.reaches(id === undefined || id === reading.id ? 1 : Math.max(1, least))
    const { problem, read } = reading.progress()
    if (problem && (read === 0 || (id !== undefined && id !== reading.id && read < least))) throw new ServiceProblem(problem)
    return await answer(reading)
  } finally {
    release()
  }
}

const ordersSearch = z.strictObject({ cursor: z.optional(z.string()) })

/**
 * `GET /api/desk/buyers/{buyerId}/orders?cursor=`: a piece of the charge history, newest first, masked. An id that nobody knows is none of the
 * person's recent buyers.
 */
export async function buyerOrders(request: Request, person: Person, params: { buyerId: string }): Promise<OrdersPage> {
  const buyerId = idIn(params.buyerId)
  const { cursor } = checked(ordersSearch, searchIn(request))
  const merchant = merchantFor(request, person)
  try {
    return await ordersPage({ person, merchant, buyerId }, cursor ?? null, request.signal)
  } catch (cause) {
    if (cause instanceof ServiceProblem && cause.problem.kind === 'notFound') {
      const isUnknown = async () => isStranger(await knownForPeople(person, merchant.code, buyerId))
      await beside('stranger_not_forgotten', async () => (await isUnknown()) && forgetOpened(person, merchant.code, buyerId))
    }
    throw cause
  }
}
