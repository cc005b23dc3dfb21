import 'server-only'
import * as z from 'zod/mini'
import { countOf } from '@/lib/core/count-of'
import { csvRow, csvStart } from '@/lib/core/csv'
import { type Database, database } from '@/lib/database/open'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, searchIn } from '@/lib/platform/request'
import { commandText } from '../command'
import type { RowState } from '../incident'
import { rowStateLabels, settledLabels, whyOfOne } from '../incident-words'
import type { OfIncident } from './handlers'
import { type RowWithAction, readRows, rowAnswer } from './row-answer'
import { commandIn, type IncidentTableRow, incidentRow } from './store'

const columns = [
  ...['line', 'subscription', 'token', 'buyer', 'note', 'outcome', 'why', 'what was said', 'settled since'],
  ...['field', 'before', 'after', 'action', 'at (UTC)'],
]
const piece = 500

/** `GET /api/desk/incidents/{incidentId}/results.csv`: every row that was given, and how each of them ended. The last line counts them. */
export async function getResults(request: Request, person: Person, params: OfIncident): Promise<Response> {
  checked(z.strictObject({}), searchIn(request))
  const row = await incidentRow(person, idIn(params.incidentId))
  const { merchant, ticket, id } = row
  await recordExport({
    person,
    merchant,
    operation: 'incidentResults',
    buyerId: null,
    ticket,
    detail: { incident: id, rows: row.rows },
  })
  const lines = linesOf(await database(), row)
  return fileOf(lines, `${merchant}_incident_${id.slice(0, 8)}_results.csv`)
}

/** A file that is made while it's sent. `name` is made of plain letters. */
export function fileOf(lines: AsyncGenerator<string>, name: string): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Each row of an incident, a piece at a time. */
export async function* allRows(store: Database, incident: IncidentTableRow): AsyncGenerator<RowWithAction[]> {
  for (let after = 0; ; ) {
    const rows = await readRows(store, incident, { after, limit: piece })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.n
  }
}

async function* linesOf(store: Database, incident: IncidentTableRow): AsyncGenerator<string> {
  yield csvStart + csvRow(columns)
  const counts = new Map<RowState, number>()
  let written = 0
  for await (const rows of allRows(store, incident)) {
    let text = ''
    for (const row of rows) {
      const answer = rowAnswer(row, incident)
      counts.set(answer.state, (counts.get(answer.state) ?? 0) + 1)
      written += 1
      text += csvRow(lineOf(answer))
    }
    yield text
  }
  const parts = [...counts].map(([state, count]) => `${count} ${rowStateLabels[state]}`).join(', ')
  const about = `${commandText(commandIn(incident))}, ${incident.reason}`
  yield csvRow([
    `${countOf(written, 'row')}: ${parts}`,
    about,
    `as of ${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  ])
}

function lineOf(row: ReturnType<typeof rowAnswer>): string[] {
  const [change] = row.changes
  return [
    ...[String(row.n), row.subscriptionId ?? '', row.chargeMethodTokenId === null ? '' : String(row.chargeMethodTokenId)],
    ...[row.buyerId ?? '', row.note ?? '', rowStateLabels[row.state]],
    ...[row.why === null ? '' : whyOfOne(row.why), row.words ?? '', row.settled === null ? '' : settledLabels[row.settled]],
    ...[change?.label ?? '', change?.before ?? '', change?.after ?? '', row.actionId ?? '', row.at ?? ''],
  ]
}
