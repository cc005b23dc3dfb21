import 'server-only'
import * as z from 'zod/mini'
import { type ChargeFilter, chargeFilterFrom, chargeParamsOf } from '@/lib/charges/charge-filter'
import { type ChargeFile, fileFormats, fileOrders, rowKinds, rowWords } from '@/lib/files/charge-file'
import { columnsOf } from '@/lib/files/columns'
import { isZone } from '@/lib/files/zoned'
import { masked } from '@/lib/masking'
import { line } from '@/lib/operations/schemas/scalars'
import { invalid } from '@/lib/problem'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { everyOrder, readingBegun } from '../charges/every-order'
import { chargeTable } from '../files/charge-rows'
import { csvFile } from '../files/csv-file'
import { noteExport } from '../files/note-export'
import { savedAs, streamed } from '../files/streamed'
import { xlsxFile } from '../files/xlsx-file'
import { idIn } from './id-in'

const asked = z.strictObject({
  rows: z.enum(rowKinds, `Give one of ${rowKinds.join(', ')}`),
  format: z.enum(fileFormats, `Give one of ${fileFormats.join(', ')}`),
  order: z.enum(fileOrders, `Give one of ${fileOrders.join(', ')}`),
  zone: z.string('Give a zone').check(
    z.maxLength(64, 'At most 64 characters'),
    z.refine((zone) => zone === 'service' || isZone(zone), 'Give `service` or a zone such as Europe/Berlin'),
  ),
  columns: z.array(z.string(), 'Give a list of columns').check(z.minLength(1, 'Choose at least one column'), z.maxLength(50)),
  filter: z.optional(z.record(z.string(), z.nullable(z.string().check(z.maxLength(200, 'At most 200 characters'))))),
  ticket: z.optional(line(64)),
})

/** `POST /api/desk/buyers/{buyerId}/export`: the charge history as CSV or XLSX, masked, made while it is read; first the journal knows. */
export async function exportCharges(request: Request, person: Person, params: { buyerId: string }): Promise<Response> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person)
  const { ticket, filter: given, ...file } = checked(asked, await readJson(request))
  const known = new Set(columnsOf[file.rows].map(({ name }) => name))
  const strange = file.columns.find((name, at) => !known.has(name) || file.columns.indexOf(name) !== at)
  if (strange !== undefined)
    throw invalid([{ field: 'columns', title: `Give each column once, out of ${[...known].join(', ')}` }])
  const filter = chargeFilterFrom(given ?? {})
  if (filter.has === 'shared-card')
    throw invalid([{ field: 'filter', title: 'Cards are masked in a file: filter by something else, or leave the filter out' }])
  const wanted: ChargeFile = { ...file, filter: chargeParamsOf(filter) as Partial<ChargeFilter> }

  const reading = readingBegun()
  const orders = await begun(everyOrder({ person, merchant, buyerId, left: request.signal }, file.order, reading))
  await noteExport({
    ...{ person, merchant: merchant.code, operation: 'exportCharges', buyerId, ticket: ticket || null },
    detail: masked({ ...wanted, columns: wanted.columns.join(' ') }),
  })
  const table = chargeTable(orders, wanted, reading, merchant.timeZone)
  const pieces = file.format === 'csv' ? csvFile(table) : xlsxFile(table, rowWords[file.rows])
  const type =
    file.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return streamed(pieces, { 'content-type': type, ...savedAs(`${file.rows}-${buyerId}.${file.format}`) })
}

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
