import 'server-only'
import * as z from 'zod/mini'
import { type ChargeFilter, chargeParamsOf } from '@/lib/charges/order-filter'
import { filterIn, filterSearch } from '@/lib/charges/server/filter-search'
import { SharedCards } from '@/lib/charges/server/found-doubts'
import { eachOrder, nothingRead, readOrders } from '@/lib/charges/server/read-orders'
import { csvRow, csvStart } from '@/lib/core/csv'
import { dayIn } from '@/lib/core/dates'
import { masked } from '@/lib/core/masking'
import { invalid } from '@/lib/core/problem'
import { askedIn, claimForFile } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import { type ChargeFile, fileContents, fileFormats, fileName, fileOrders, rowKinds, rowLabels } from '../charge-file'
import { columnsOf } from '../columns'
import { leftOut } from '../left-out'
import { isZone } from '../zoned'
import type { Table } from './charge-rows'
import { chargeTable, checkedOrders } from './charge-rows'
import { savedAs, streamed } from './streamed'
import { xlsxFile } from './xlsx-file'

const exportBody = z.strictObject({
  rows: z.enum(rowKinds, `Use one of ${rowKinds.join(', ')}`),
  format: z.enum(fileFormats, `Use one of ${fileFormats.join(', ')}`),
  order: z.enum(fileOrders, `Use one of ${fileOrders.join(', ')}`),
  zone: z.string('Enter a time zone').check(
    z.maxLength(64, 'Use 64 characters or fewer'),
    z.refine((zone) => zone === 'service' || isZone(zone), 'Use `service` or a time zone such as Europe/Berlin'),
  ),
  columns: z.array(z.string(), 'Choose the columns').check(z.minLength(1, 'Choose at least one column'), z.maxLength(50)),
  filter: z.optional(z.record(z.string(), z.nullable(z.string()))),
  ticket: z.optional(keptLine(64)),
})

/** `POST /api/desk/buyers/{buyerId}/export`: the charge history as CSV or XLSX, masked, made while it is read; first the journal knows. */
export async function exportCharges(request: Request, person: Person, params: { buyerId: string }): Promise<Response> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person)
  const asked = checked(exportBody, await readJson(request))
  const { ticket, filter: given, ...file } = asked
  const known = new Set(columnsOf[file.rows].map(({ name }) => name))
  const strange = file.columns.find((name, index) => !known.has(name) || file.columns.indexOf(name) !== index)
  if (strange !== undefined)
    throw invalid([{ field: 'columns', title: `List each column once. Available: ${[...known].join(', ')}` }])
  const named = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null))
  const filter = filterIn(checked(z.strictObject(filterSearch), named))
  const wanted: ChargeFile = { ...file, filter: chargeParamsOf(filter) as Partial<ChargeFilter>, ticket: ticket || '' }
  const content = { buyerId, ...asked }
  const claim = await claimForFile(askedIn(request, person, { what: 'exportCharges', merchant: merchant.code, content }))
  const about = { merchant: merchant.code, buyerId, today: dayIn(Date.now(), merchant.timeZone) }

  let progress = nothingRead
  const cards = asksForCards(file, filter) ? new SharedCards({ merchant: merchant.code, buyerId }) : null
  const pages = readOrders({ person, merchant, buyerId }, { order: file.order, unmasked: cards !== null, signal: request.signal })
  const read = eachOrder(pages, (now) => {
    progress = now
  })
  const orders = await begun(checkedOrders(read, about.today, cards))
  await recordExport({
    person,
    merchant: merchant.code,
    operation: 'exportCharges',
    buyerId,
    ticket: ticket || null,
    detail: masked({ ...file, filter: wanted.filter, columns: wanted.columns.join(' ') }),
    claim,
  })
  const contents = fileContents(wanted, about)
  const table = chargeTable(orders, wanted, {
    progress: () => progress,
    contents,
    assumed: merchant.timeZone,
    today: about.today,
  })
  const pieces = file.format === 'csv' ? csvFile(table) : xlsxFile(table, rowLabels[file.rows])
  const type =
    file.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return streamed(request, pieces, { 'content-type': type, ...savedAs(fileName(wanted, about)) })
}

/** Whether a file holds what only comparing cards with those of other buyers tells. */
const asksForCards = ({ columns }: { columns: readonly string[] }, { has }: ChargeFilter): boolean =>
  has === 'shared-card' || has === 'doubt' || columns.includes('toCheck')

/** Reads on to the first item, so that what fails at once is known before anything is promised. */
async function begun<T>(items: AsyncGenerator<T, void, undefined>): Promise<AsyncGenerator<T, void, undefined>> {
  const first = await items.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      if (!first.done) yield* items
    } finally {
      await items.return()
    }
  })()
}

const atOnce = 32 * 1024 // characters

/** A table as RFC 4180 with what it leaves out under it, in pieces, while it is still being read. */
async function* csvFile({ head, rows, left }: Table): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvStart + csvRow(head.map(({ words }) => words)))
  let text = ''
  for await (const row of rows) {
    text += csvRow(row.map((cell) => cell ?? ''))
    if (text.length < atOnce) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(
    text +
      leftOut(left())
        .map((sentence) => csvRow([sentence]))
        .join(''),
  )
}
