import 'server-only'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { fromOwnJson } from '@/lib/core/json'
import { invalid, problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { wakeJobs } from '@/lib/jobs/job-runner'
import { jobQueue } from '@/lib/jobs/queue'
import { closedTo, merchantFor, requireMerchant } from '@/lib/people/server/merchant-rights'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson } from '@/lib/platform/request'
import { type Import, importColumns, mappingOf } from '../import-columns'
import { keepChunks, readChunks } from './chunks'
import { ListFault } from './list-fault'
import { headerOf } from './read-rows'
import { recordImport } from './record-import'
import { rejectedCsv } from './rejected-csv'
import { beginStage, createImport, type ImportRow, importForPeople, listImports, readImport, removeImport } from './store'
import { utf8 } from './utf8'

type Params = { importId: string }

const maxBytes = 512 * 1024 * 1024

/** `GET /api/desk/imports` */
export const imports = async (_: Request, person: Person): Promise<{ imports: Import[] }> => ({
  imports: await listImports(closedTo(person)),
})

/** Throws `notFound`, and `forbidden` where the list belongs to a merchant account that is not open to the person. */
async function importOf(person: Person, importId: string): Promise<ImportRow> {
  const row = await readImport(idIn(importId))
  requireMerchant(person, row.merchant)
  return row
}

/** `GET /api/desk/imports/{importId}` */
export async function oneImport(_: Request, person: Person, { importId }: Params): Promise<Import> {
  return importForPeople(await database(), await importOf(person, importId))
}

/**
 * `POST /api/desk/imports`: a CSV list as the body, `text/csv`, up to 512 MiB, taken in as a stream. Where its columns can be told by
 * their names it is checked at once; nothing is imported yet.
 */
export async function upload(request: Request, person: Person): Promise<Import> {
  const merchant = merchantFor(request, person)
  if (!/^text\/csv\b/i.test(request.headers.get('content-type') ?? ''))
    throw problem('invalid', 'Send the list as text/csv.', { status: 415, code: 'unsupported_media_type' })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const store = await database()
  const draft = { merchant: merchant.code, digest: '', columns: [], mapping: {}, state: 'uploading' as const }
  const { id } = await createImport(store, draft, person)
  try {
    const hash = createHash('sha256')
    await keepChunks(store, id, utf8(measured((request.body ?? []) as AsyncIterable<Uint8Array>, hash))).catch(refuse)
    const columns = await headerOf(readChunks(store, id)).catch(refuse)
    const mapping = mappingOf(columns)
    const known = { columns: JSON.stringify(columns), mapping: JSON.stringify(mapping), digest: hash.digest('hex') }
    await store
      .updateTable('imports')
      .set({ ...known, state: 'uploaded' })
      .where('id', '=', id)
      .execute()
    if (mapping.buyerId !== undefined) await begin(id, 'checking')
    return importForPeople(store, await readImport(id))
  } catch (cause) {
    await removeImport(id)
    throw cause
  }
}

const tooLarge = () =>
  problem('invalid', 'The list is larger than 512 MiB. Split it and import the parts separately.', {
    status: 413,
    code: 'too_large',
  })

/** What is wrong with the file becomes a problem of its field; other errors are thrown as they are. */
const refuse = (cause: unknown): never => {
  throw cause instanceof ListFault ? invalid([{ field: 'file', title: cause.message }]) : cause
}

async function* measured(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > maxBytes) throw tooLarge()
    hash.update(piece)
    yield piece
  }
}

async function begin(id: string, stage: 'checking' | 'importing', more: Parameters<typeof beginStage>[2] = {}): Promise<void> {
  const queue = await jobQueue()
  await beginStage(id, stage, more, (tx) => queue.put(tx, 'import', { importId: id }))
  wakeJobs('import')
}

const place = z.int().check(z.gte(0), z.lte(199))
const mapping = z.strictObject({
  mapping: z.partial(z.strictObject(Object.fromEntries(importColumns.map((column) => [column, place])))),
})

/** `POST /api/desk/imports/{importId}/check`: counts anew what would change, with the columns as given. */
export async function check(request: Request, person: Person, params: Params): Promise<Import> {
  const given = checked(mapping, await readJson(request)).mapping
  if (given.buyerId === undefined) throw invalid([{ field: 'mapping.buyerId', title: 'Choose the column with the buyer id' }])
  const { id } = await importOf(person, params.importId)
  await begin(id, 'checking', { mapping: JSON.stringify(given) })
  return oneImport(request, person, params)
}

/** `POST /api/desk/imports/{importId}/start`: takes in what has been checked. */
export async function start(request: Request, person: Person, params: Params): Promise<Import> {
  checked(z.strictObject({}), await readJson(request))
  const { id } = await importOf(person, params.importId)
  await begin(id, 'importing', { account_id: person.accountId, person: person.name })
  return oneImport(request, person, params)
}

/** `DELETE /api/desk/imports/{importId}`: calls it off. What it has brought already stays. */
export async function callOff(_: Request, person: Person, params: Params): Promise<{ removed: true }> {
  const { id } = await importOf(person, params.importId)
  await removeImport(id, async (tx, row) => {
    if (row.state === 'importing' && row.rows_done > 0) await recordImport(tx, row, { by: person, stopped: 'called off' })
  })
  return { removed: true }
}

/** `GET /api/desk/imports/{importId}/rejected`: the rejected rows as a file for spreadsheets, with their lines and why. */
export async function rejectedRows(_: Request, person: Person, params: Params): Promise<Response> {
  const row = await importOf(person, params.importId)
  await recordExport({
    person,
    merchant: row.merchant,
    operation: 'rejectedRows',
    buyerId: null,
    ticket: null,
    detail: { importId: row.id },
  })
  const columns = fromOwnJson<string[]>(row.columns)
  const lines = rejectedCsv(row.id, columns)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="rejected-rows.csv"',
      'cache-control': 'no-store',
    },
  })
}
