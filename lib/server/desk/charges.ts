import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { ChargeFigures } from '@/lib/charges/charge-answers'
import { chargeFilterFrom, traits } from '@/lib/charges/charge-filter'
import { orderStates } from '@/lib/charges/filter'
import { uuid, wholeText } from '@/lib/operations/schemas/scalars'
import { ServiceProblem } from '@/lib/problem'
import { checked, merchantFor, searchIn } from '../admission'
import type { Person } from '../auth/sessions'
import type { HistoryReading } from '../charges/history-reading'
import { historyReadings, type Joining } from '../charges/history-readings'
import { idIn } from './id-in'

type Params = { buyerId: string }

const text = z.optional(z.string().check(z.maxLength(200, 'At most 200 characters')))
const day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A day is written YYYY-MM-DD')))
const filters = {
  ...{ status: text, type: text, currency: text, provider: text, product: text, mid: text, reason: text, find: text },
  ...{ from: day, to: day, month: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/, 'A month is written YYYY-MM'))) },
  state: z.optional(z.enum(orderStates, `One of ${orderStates.join(', ')}`)),
  money: z.optional(z.enum(['received', 'open', 'lost', 'other'], 'One of received, open, lost, other')),
  has: z.optional(z.enum(traits, `One of ${traits.join(', ')}`)),
}
/** Which reading the page follows, and how far that one is: another copy of the dashboard, which has not read it, reads as far first. */
const ofReading = { reading: z.optional(uuid), read: z.optional(wholeText('Give a whole number, zero or more')) }
const figuresSearch = z.strictObject({ ...filters, ...ofReading })
const rowsSearch = z.strictObject({
  ...filters,
  ...ofReading,
  offset: z.optional(wholeText('Give a whole number, zero or more')),
  limit: z.optional(z.enum(['25', '50', '100'], 'One of 25, 50, 100')),
})
const readingSearch = z.strictObject({ again: z.optional(z.literal('yes', 'Give yes, or leave it out')) })

/** `GET /api/desk/buyers/{buyerId}/charges`: orders of the whole history that pass the filter, newest first, masked. */
export async function chargeRows(request: Request, person: Person, params: Params): Promise<Response> {
  const { offset = 0, limit = '50', reading: id, read, ...filter } = checked(rowsSearch, searchIn(request))
  return following(request, person, { ...params, id, read }, async (reading) => {
    const progress = reading.progress() // before the rows: they may be newer than it says, and never older
    const view = reading.view(chargeFilterFrom(filter))
    await view.advance(request.signal)
    const orders = await view.rows(offset, Number(limit))
    const around = JSON.stringify({ found: view.found, offset, progress })
    // The orders lie on disk as they are sent: to read and write them again would only cost time.
    return new Response(`${around.slice(0, -1)},"orders":${orders}}`, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  })
}

/** `GET /api/desk/buyers/{buyerId}/charges/figures`: sums of what passes the filter, facets and doubts of everything, as far as it is read. */
export async function chargeFigures(request: Request, person: Person, params: Params): Promise<ChargeFigures> {
  const { reading: id, read, ...given } = checked(figuresSearch, searchIn(request))
  const filter = chargeFilterFrom(given)
  return following(request, person, { ...params, id, read }, async (reading) => {
    const progress = reading.progress()
    const view = reading.view(filter)
    await view.advance(request.signal)
    return { sums: view.sums(), facets: reading.facets.facets(), doubts: reading.doubts(), progress }
  })
}

/** How often somebody is told how far it is. */
const everyMs = 300

/**
 * `GET /api/desk/buyers/{buyerId}/charges/reading`: reads the history and tells how far it is, a JSON line at a time, until it is read.
 * Whoever leaves before that ends the read, unless somebody else waits for it.
 */
export async function chargeReading(request: Request, person: Person, params: Params): Promise<Response> {
  const { again } = checked(readingSearch, searchIn(request))
  const { reading, leave } = await joined(request, person, params, again ? 'again' : 'opens')
  await reading.something()
  return new Response(streamOf(progressLines(reading, leave, request.signal), leave), {
    headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store, no-transform' },
  })
}

const streamOf = (lines: AsyncGenerator<Uint8Array>, leave: () => void) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      leave() // which ends what the lines wait for
      await lines.return(undefined)
    },
  })

async function* progressLines(reading: HistoryReading, leave: () => void, left: AbortSignal): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  try {
    for (;;) {
      const progress = reading.progress()
      yield encoder.encode(`${JSON.stringify(progress)}\n`)
      if (progress.state !== 'reading' || left.aborted) return
      await reading.change()
      if (reading.state === 'reading') await wait(everyMs, undefined, { signal: left })
    }
  } catch (cause) {
    if (!left.aborted) throw cause
  } finally {
    leave()
  }
}

function joined(request: Request, person: Person, params: Params, how: Joining, of?: string) {
  const about = { person, merchant: merchantFor(request, person), buyerId: idIn(params.buyerId) }
  return historyReadings().join(about, request.signal, how, of)
}

type Followed = Params & { id: string | undefined; read: number | undefined }

/** Answers from what is read so far, at least something; a history of which nothing could be read is its problem. */
async function following<T>(
  request: Request,
  person: Person,
  { id, read: least = 0, ...params }: Followed,
  answer: (reading: HistoryReading) => Promise<T>,
): Promise<T> {
  const { reading, leave } = await joined(request, person, params, 'follows', id)
  try {
    // Of a reading that stands in for one that is further, the rows would be others.
    await reading.reaches(id === undefined || id === reading.id ? 1 : Math.max(1, least))
    const { problem, read } = reading.progress()
    if (problem && (read === 0 || (id !== undefined && id !== reading.id && read < least))) throw new ServiceProblem(problem)
    return await answer(reading)
  } finally {
    leave()
  }
}
