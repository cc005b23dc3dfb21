import 'server-only'
import { isObject } from '@/lib/core/json'
import { type JournalRow, textOf } from '../crypto'
import { readDetail } from '../row-digests'

// OCSF 1.2.0, class API Activity (https://schema.ocsf.io/1.2.0/classes/api_activity). All that is used here is in later versions, too.

const activities = { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete' } as const
const severities = { 1: 'Informational', 2: 'Low', 3: 'Medium' } as const
const statuses = { 0: 'Unknown', 1: 'Success', 2: 'Failure' } as const

const classUid = 6003
const otherActivity = 99
const ofCommands = ['intent', 'outcome', 'late-outcome', 'settled']

/**
 * An entry of the journal as a line of JSON, without the end of the line. It is made of nothing but the entry and the hash of the one before
 * it, so every copy writes the same bytes. `raw_data` is the very text that the entry's hash is of: SHA-256 of the hash before it and
 * `raw_data` is the entry's own.
 */
export function lineOf(row: JournalRow, previous: string): string {
  const { seq, kind, hash, action_id, person, account_id, merchant, operation, buyer_id, ticket } = row
  const detail = readDetail(row.detail)
  const line = {
    category_uid: 6,
    category_name: 'Application Activity',
    class_uid: classUid,
    class_name: 'API Activity',
    ...activityOf(row),
    ...severityOf(kind),
    ...statusOf(kind, isObject(detail) ? detail.state : undefined),
    time: Date.parse(row.at),
    message: [kind, operation].filter(Boolean).join(' '),
    metadata: {
      version: '1.2.0',
      product: { name: 'Counterfoil', vendor_name: 'Counterfoil' },
      log_name: 'journal',
      log_version: '1',
      event_code: kind,
      uid: hash,
      sequence: seq,
      correlation_uid: action_id ?? undefined,
    },
    actor: account_id === '' ? { app_name: person } : { user: { uid: account_id, name: person } },
    api: {
      operation: operation ?? kind,
      service: { name: 'Counterfoil' },
      request: action_id === null ? undefined : { uid: action_id },
    },
    src_endpoint: { svc_name: 'counterfoil' },
    resources: resourcesOf(merchant, buyer_id),
    raw_data: textOf(row),
    unmapped: { seq, hash, previous_hash: previous, ticket: ticket ?? undefined, detail },
  }
  // Some readers end a line at these as well.
  return JSON.stringify(line).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
}

function activityOf({ kind, operation }: JournalRow) {
  const id = activityId(kind, operation)
  const name = id === otherActivity ? kind : activities[id]
  return {
    activity_id: id,
    activity_name: name,
    type_uid: classUid * 100 + id,
    type_name: `API Activity: ${id === otherActivity ? 'Other' : name}`,
  }
}

function activityId(kind: string, operation: string | null): keyof typeof activities | typeof otherActivity {
  if (['searched', 'exported', 'revealed'].includes(kind)) return 2
  if (kind === 'erased') return 4
  if (!ofCommands.includes(kind)) return otherActivity
  return operation?.startsWith('create') ? 1 : 3
}

const refusals: ReadonlySet<string> = new Set(['forbidden', 'sign-in-refused', 'passkey-refused', 'signature-refused'])

function severityOf(kind: string) {
  const id = kind === 'alert' ? 3 : refusals.has(kind) ? 2 : 1
  return { severity_id: id, severity: severities[id] }
}

/** What a command's outcome says of it; an intent has none yet, and one that is unconfirmed none either. */
function statusOf(kind: string, state: unknown) {
  const id = kind === 'intent' || state === 'unconfirmed' ? 0 : isRefusal(kind, state) ? 2 : 1
  return { status_id: id, status: statuses[id], status_code: typeof state === 'string' ? state : undefined }
}

const isRefusal = (kind: string, state: unknown) => refusals.has(kind) || state === 'refused' || state === 'not-sent'

function resourcesOf(merchant: string, buyerId: string | null) {
  const resources = [
    ...(merchant === '' ? [] : [{ type: 'merchant account', uid: merchant }]),
    ...(buyerId === null ? [] : [{ type: 'buyer', uid: buyerId, namespace: merchant }]),
  ]
  return resources.length === 0 ? undefined : resources
}
