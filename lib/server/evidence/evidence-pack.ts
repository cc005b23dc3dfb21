import 'server-only'
import { createHash } from 'node:crypto'
import type { Action } from '@/lib/action'
import { csv } from '@/lib/csv'
import { type Manifest, manifestName, signatureName } from '@/lib/evidence/evidence'
import { masked } from '@/lib/masking'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { ZipStream } from '../files/zip-stream'
import { actionsAtLevel, orderAtLevel } from './at-level'
import { attemptRows } from './attempt-columns'
import { manifestSignature } from './signed-manifest'
import { summaryPage } from './summary'

export type PackOf = { told: Omit<Manifest, 'files' | 'format'>; orders: readonly Order[]; actions: readonly Action[] }

/** A zip of the orders' evidence: files one by one, each hashed as it goes, then the manifest that names them and its signature. */
export async function* evidencePack({ told, orders, actions }: PackOf): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream()
  const lines = actionsAtLevel(actions, told.level)
  const actionRows = lines.map(({ at, what, outcome, reason, ticket, person }) => [at, what, outcome, reason, ticket, person])
  const files: [string, () => string][] = [
    ['summary.html', () => summaryPage(told, told.level === 'bank' ? orders : masked(orders), lines)],
    ['orders.json', () => json(orders.map((order) => orderAtLevel(order, told.level)))],
    ['attempts.csv', () => csv(attemptRows(orders, told.level))],
    ['actions.json', () => json(lines)],
    ['actions.csv', () => csv([actionHeads, ...actionRows.map((row) => row.map((cell) => cell ?? ''))])],
  ]
  const listed: Manifest['files'] = []
  for (const [name, text] of files) {
    const bytes = Buffer.from(text(), 'utf8')
    listed.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    zip.file(name).end(bytes)
    yield* zip.taken()
  }
  const manifest = json({ format: 'counterfoil-evidence/1', ...told, files: listed } satisfies Manifest)
  zip.file(manifestName).end(Buffer.from(manifest, 'utf8'))
  zip.file(signatureName).end(Buffer.from(manifestSignature(manifest), 'utf8'))
  zip.end()
  yield* zip.taken()
}

const actionHeads = ['at (UTC)', 'action', 'outcome', 'reason', 'ticket', 'person']
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
