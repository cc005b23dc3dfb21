import 'server-only'
import { createHash } from 'node:crypto'
import type { OfRefunds } from '@/lib/charges/answer-parts'
import { csv } from '@/lib/core/csv'
import { masked } from '@/lib/core/masking'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'
import { type Column, columnsOf, rowsOf } from '../columns'
import type { EvidenceLevel } from '../evidence'
import { type Manifest, manifestName, signatureName } from '../evidence'
import { actionsAtLevel, orderAtLevel, type StaffActions } from './at-level'
import { manifestSignature } from './signed-manifest'
import { summaryPage } from './summary'
import { ZipStream } from './zip-stream'

export type PackOf = {
  contents: Omit<Manifest, 'files' | 'format'>
  orders: readonly Order[]
  staff: StaffActions
  /** What became of refunds, by order id. */
  refunds: ReadonlyMap<string, OfRefunds>
  signed?: readonly SignedEntry[]
}
/** An entry that somebody signed, as the text that anybody checks without us. */
export type SignedEntry = { seq: number; text: string }

/** A zip of the orders' evidence: files one by one, each hashed as it goes, then the manifest that names them and its signature. */
export async function* evidencePack({ contents, orders, staff, refunds, signed = [] }: PackOf): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream()
  const lines = actionsAtLevel(staff, contents.level)
  const actionRows = lines.map(({ at, what, outcome, reason, ticket, person }) => [at, what, outcome, reason, ticket, person])
  const files: [string, () => string][] = [
    [
      'summary.html',
      () => summaryPage(contents, { orders: contents.level === 'bank' ? orders : masked(orders), actions: lines, refunds }),
    ],
    ['orders.json', () => json(orders.map((order) => orderAtLevel(order, contents.level)))],
    ['attempts.csv', () => csv(attemptRows(orders, contents.level))],
    ['actions.json', () => json(lines)],
    ['actions.csv', () => csv([actionHeads, ...actionRows.map((row) => row.map((cell) => cell ?? ''))])],
    ...signed.map(({ seq, text }): [string, () => string] => [`signed-${seq}.json`, () => text]),
  ]
  const listed: Manifest['files'] = []
  for (const [name, text] of files) {
    const bytes = Buffer.from(text(), 'utf8')
    listed.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    zip.file(name).end(bytes)
    yield* zip.taken()
  }
  const manifest = json({ format: 'counterfoil-evidence/1', ...contents, files: listed } satisfies Manifest)
  zip.file(manifestName).end(Buffer.from(manifest, 'utf8'))
  zip.file(signatureName).end(Buffer.from(manifestSignature(manifest), 'utf8'))
  zip.end()
  yield* zip.taken()
}

const actionHeads = ['at (UTC)', 'action', 'outcome', 'reason', 'ticket', 'person']
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const notForCustomers = new Set(['provider', 'mid', 'providerTransaction', 'code', 'why', 'ipAddress', 'amountInUsd', 'target'])

const billing = (name: keyof NonNullable<Charge['billingInfo']>, head: string): Column => ({
  name,
  head,
  kind: 'text',
  of: ({ charge }) => charge?.billingInfo?.[name] ?? null,
})
const address = [
  billing('firstName', 'first name'),
  billing('lastName', 'last name'),
  billing('street', 'street'),
  billing('city', 'city'),
  billing('zip', 'zip'),
  billing('state', 'state'),
]

/** Every attempt of the orders as rows under a head, with what the level's readers may see. */
function attemptRows(orders: readonly Order[], level: EvidenceLevel): string[][] {
  const usual = columnsOf.attempts.filter(
    ({ name }) => name !== 'toCheck' && (level !== 'customer' || !notForCustomers.has(name)),
  )
  const columns = level === 'customer' ? usual : [...usual, ...address]
  const shown = level === 'bank' ? orders : masked(orders)
  const rows = shown.flatMap((order) => rowsOf(order, 'attempts'))
  const heads = columns.map(({ head, kind }) => (kind === 'time' ? `${head} (service time)` : head))
  return [heads, ...rows.map((row) => columns.map((column) => String(column.of(row) ?? '')))]
}
