import 'server-only'
import { createHash } from 'node:crypto'
import type { Tables } from '@/lib/database/schema'
import { canonical, decryptJson } from '@/lib/journal/crypto'
import { zoneOf } from '@/lib/platform/env'
import { type Reading, readEvent } from '../reading'
import { isTestEvent } from '../test-event'

type Row = Tables['events']
type Verdict = { state: 'unreadable' | 'foreign'; why: string } | { state: 'test'; why: null } | ({ state: 'taken' } & Identity)
export type Identity = { key: string; digest: string; entity: string | null }
type Values = Partial<Row> & Verdict

/** What an event's bytes say, in the columns of its row. `reading` is null where it tells nothing of this merchant account. */
export function readStored(
  row: Row,
): { values: Values & { state: 'taken' }; reading: Reading } | { values: Values; reading: null } {
  const text = decryptJson(row.sealed) as string
  if (isTestEvent(text)) return { values: { type: 'test', action: 'test', state: 'test', why: null }, reading: null }
  const reading = readEvent(text, zoneOf(row.merchant))
  if ('unreadable' in reading) return { values: { state: 'unreadable', why: reading.unreadable }, reading: null }
  const { type, action, buyer, saidAt, merchant } = reading
  const provider = reading.thing?.kind === 'charge' ? named(reading.thing.of.provider) : null
  const columns = { type, action, said_at: saidAt, buyer_id: buyer.id, provider }
  // Whoever has the address of one merchant account must not write into another.
  if (merchant?.toLowerCase() !== row.merchant.toLowerCase()) {
    const why = merchant === null ? 'it names no merchant account' : `it names the merchant account ${merchant}`
    return { values: { ...columns, state: 'foreign', why }, reading: null }
  }
  const identity = { ...identityOf(row.merchant, reading), entity: entityOf(reading) }
  return { values: { ...columns, ...identity, state: 'taken' }, reading }
}

/** Nothing of the service is longer, and a group of texts is counted by it. */
const named = (text: string | null): string | null => (text === null || text.length > 64 ? null : text)

const entityOf = ({ thing }: Reading): string | null => thing && `${thing.kind}:${thing.of.id}`

const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')

/** The service gives events no id: those of one action on one thing at one time are the same, in whatever case they name account and e-mail. */
function identityOf(merchant: string, reading: Reading): { key: string; digest: string } {
  const buyer = { ...reading.buyer, email: reading.buyer.email?.toLowerCase() ?? null }
  const digest = hashOf({ ...reading, buyer, merchant })
  const { type, action, saidAt } = reading
  return { key: hashOf([merchant, type, action, entityOf(reading), saidAt ?? digest]), digest }
}
