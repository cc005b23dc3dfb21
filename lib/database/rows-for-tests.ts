import type { Insertable } from 'kysely'
import { incidentRows } from './incident-rows-for-tests'
import { noticeRows } from './notice-rows-for-tests'
import type { Tables } from './schema'

export const time = '2026-11-20T18:00:00.000Z'
const byAda = { account_id: 'a-1', person: 'Ada' }
const many = Array.from({ length: 1_203 }, (_, number) => number)

/** Rows of every table; a table without any would make the promise below an empty one. */
export const content: { [Name in Exclude<keyof Tables, 'journal' | 'journal_head'>]: Insertable<Tables[Name]>[] } = {
  accounts: [
    { id: 'a-1', email: 'ada@desk.test', name: 'آدا 🦊', role: 'agent', password_hash: '-', created_at: time, disabled_at: null },
  ],
  sessions: [{ id: 's-1', account_id: 'a-1', created_at: time, seen_at: time, ended_at: null, ended_as: null }],
  throttles: [{ key: 'k', failures: 7, failed_at: time }],
  passkeys: [
    {
      ...{ id: 'pk-1', account_id: 'a-1', credential_id: 'c', public_key: 'p', counter: 4_000_000_000, transports: '[]' },
      ...{ backed_up: 1, name: 'Key', host: 'desk.example.test', entry: 1, added_at: time, last_used_at: time, removed_at: time },
    },
  ],
  passkey_lifts: [
    {
      ...{ id: 'l-1', account_id: 'a-1', state: 'lifted' as const, asked_account: 'a-1', asked_by: 'Ada', asked_at: time },
      ...{ expires_at: time, decided_by: 'Bo', decided_at: time },
    },
  ],
  challenges: [
    {
      ...{ id: 'ch-1', account_id: 'a-1', purpose: 'act' as const, statement: '{}', sealed: 's', expires_at: time },
      ...{ action_id: 'x-1', used_at: time },
    },
  ],
  panel_passes: [
    {
      ...{ digest: 'd', kind: 'key' as const, desk: 'acme', sealed: 's', expires_at: time, used_at: time, about: 'a' },
      ...{ merchant: 'm-1', buyer_id: 'b-1' },
    },
  ],
  scim_people: [
    {
      ...{ account_id: 'a-1', user_name: 'Ada', user_name_key: 'ada', external_id: 's', active: 1, may_enter: 1, given: '{}' },
      ...{ made_at: time, changed_at: time, removed_at: null },
    },
  ],
  journal_streams: [
    {
      target: 't',
      seq: 7,
      hash: 'h',
      process: 'p',
      held_until: '',
      tries: 2,
      due_at: time,
      failed_since: time,
      why: 'status 503',
    },
  ],
  recent_buyers: many.map((number) => ({
    account_id: 'a-1',
    merchant: `m-${number % 3}`,
    buyer_id: `b-${number}`,
    ticket: number % 2 ? 'T-1' : null,
    opened_at: time,
  })),
  facts: many.map((number) => ({
    ...{
      merchant: `m-${number % 3}`,
      buyer_id: `b-${number % 7}`,
      entity: `token:${number}`,
      field: 'value',
      value: JSON.stringify({ number, text: 'naïve' }),
    },
    ...{ observed_at: time, source: 'read' as const, operation: 'listTokens', person: null },
  })),
  known_versions: [{ merchant: 'm-1', buyer_id: 'b-1', version: 2_000_000_000 }],
  actions: many.slice(0, 20).map((number) => ({
    ...{
      action_id: `x-${number}`,
      digest: 'd',
      state: 'done' as const,
      settled_as: null,
      operation: 'disableToken',
      merchant: 'm',
      buyer_id: 'b',
      target: 't',
    },
    ...{
      account_id: 'a-1',
      person: 'Ada',
      ticket: null,
      process: 'p',
      request: '{}',
      effect: '{}',
      sealed: '-',
      undoes: null,
      created_at: time,
      answered_at: time,
      answer: null,
    },
  })),
  cards: many.map((number) => ({ merchant: 'm', card: `c-${number}`, buyer_id: `b-${number % 7}`, seen_at: time })),
  quotes: [
    {
      ...{ id: 'q-1', entry_id: 'e-1', merchant: 'm', buyer_id: 'b', account_id: 'a-1', person: 'Ada' },
      ...{ words: 'Keep', request: '{}', answer: '{}' },
      ...{ made_at: time, valid_until: time, shared_at: time, used_at: null, used_by: null, used_action_id: null },
      ...{ reference: 'Q-7KM3X9', compared: '{}', checked: '{}', checked_at: time, address: '-' },
    },
  ],
  action_ids: [{ id: 'x-1', digest: 'd', first: null, claimed_at: time }],
  targets: [{ merchant: 'm', target: 't', action_id: 'x-1', touched: 3 }],
  approvals: [
    {
      ...{ id: 'p-1', state: 'waiting', operation: 'disableToken', merchant: 'm', buyer_id: null, account_id: 'a-1' },
      ...{ person: 'Ada', ticket: null, request: '{}', sealed: '-', effect_hash: 'h', action_id: 'x-9', asked_at: time },
      ...{ expires_at: time, decided_at: null, decided_by: null, decision_note: null },
    },
  ],
  journal_checkpoints: [{ file: 'another copy', seq: 3, signature: 'f00' }],
  approval_rules: [{ id: 'r-1', operation: 'disableToken', condition: 'always', threshold: 12, created_at: time }],
  notes: [{ id: 'n-1', merchant: 'm', buyer_id: 'b', account_id: 'a-1', ticket: null, created_at: time }],
  note_versions: [{ note_id: 'n-1', version: 1, text: 'Prefers letters, 手紙', written_at: time }],
  note_mentions: [{ note_id: 'n-1', account_id: 'a-1', mentioned_at: time, seen_at: null }],
  presence: [{ merchant: 'm', buyer_id: 'b', tab: 't-1', account_id: 'a-1', verb: null, seen_at: time }],
  event_addresses: [
    {
      ...{ id: 'ea-1', merchant: 'm', digest: 'd', tail: 'wxyz', made_by: 'Ada', made_at: time },
      ...{ revoked_at: null, last_used_at: null },
    },
  ],
  events: [
    {
      ...{ id: 'ev-1', merchant: 'm', address_id: 'ea-1', received_at: time, last_received_at: time, copies: 2, key: 'k' },
      ...{ digest: 'd', state: 'taken', type: 'charge', action: 'charge_settle', entity: 'charge:c', buyer_id: 'b' },
      ...{ said_at: '2026-11-22 03:10:00', why: null, proved: null, sealed: 'sealed', replayed_at: time, provider: 'acq' },
    },
  ],
  event_hours: [{ merchant: 'm', hour: '2026-11-22T03', what: 'received', count: 2 }],
  event_gaps: [{ id: 'eg-1', merchant: 'm', from_at: time, to_at: null, kind: 'expected' }],
  event_reads: [{ merchant: 'm', buyer_id: 'b', why: 'action', due_at: time, wanted_at: time, tries: 0 }],
  alert_rules: [
    {
      ...{ id: 'ar-1', merchant: 'm', source: 'blocked', op: 'atLeast', threshold: 3, window_minutes: null, least: null },
      ...{ quiet_minutes: 60, roles: 'manager admin', is_on: 1, version: 2, account_id: 'a-1', person: 'Ada' },
      ...{ changed_at: time, removed_at: null },
    },
  ],
  alerts: [
    {
      ...{ id: 'al-1', merchant: 'm', rule_id: 'ar-1', rule_version: 2, about: '', words: 'Blocked: 3', href: '/lists/blocked' },
      ...{ count: 3, newest: time, roles: 'manager', raised_at: time, closed_at: null, closed_account: null, closed_by: null },
    },
  ],
  copies: [{ name: 'host:1:x', version: '1.0.0', started_at: time, seen_at: time }],
  job_failures: [{ name: 'purge', given: '{}', times: 2, why: 'Error', first_at: time, last_at: time }],
  reply_texts: [
    { ...{ id: 'rt-1', merchant: 'm', key: 'bye', language: 'de', version: 1, text: 'Grüße' }, ...byAda, written_at: time },
  ],
  reason_presets: [{ operation: 'changeAutochargeStatus', presets: '["Moved away"]' }],
  refunds: [
    {
      ...{ id: 'f-1', state: 'waiting', version: 1, merchant: 'm', buyer_id: 'b', charge_id: 'c', charge: '{}' },
      ...{ provider: 'acq', mid: null, amount: '9007199254740993.25', currency: 'EUR', reason: 'twice', ticket: null },
      ...{ account_id: 'a-1', person: 'Ada', asked_at: time, waiting_since: time, batch_id: null },
    },
  ],
  refund_steps: [{ id: 'f-1', refund_id: 'f-1', number: 1, kind: 'asked', at: time, ...byAda, note: 'ï', despite: null }],
  refund_batches: [{ id: 'h-1', merchant: 'm', provider: 'a', mid: null, count: 1, person: 'Ada', made_at: time, file: 'a\r\n' }],
  guides: [
    {
      ...{ id: 'g-1', playbook: 'cancel', merchant: 'm', buyer_id: 'b', ticket: 'T-1', account_id: 'a-1', person: 'Ada' },
      ...{ version: 1, started_at: time, ended_at: null },
    },
  ],
  guide_steps: [
    { id: 'g-1', guide_id: 'g-1', number: 1, kind: 'started', question: null, answer: null, words: null, at: time, ...byAda },
  ],
  drafts: [{ account_id: 'a-1', key: 'form', action_id: 'x-9', sealed: '-', saved_at: time }],
  directory_keys: many.map((number) => ({
    ...{ id: number + 1, merchant: 'm', buyer_id: `b-${number}`, kind: 'email' as const },
    ...{ key: `ada+${number}@b.test`, thing: '', seen_on: '2026-11-20' },
  })),
  directory_charges: [
    {
      ...{
        ...{ merchant: 'm', charge_id: 'c-1', buyer_id: 'b-1', order_id: 'o-1', amount: '1.5', amount_given: '1.50' },
        ...{ currency: 'EUR', day: '2026-11-20' },
      },
      ...{ last_four: '0119', descriptor: 'nb*', status: 'settled', told_by: 'event', seen_on: '2026-11-20' },
    },
  ],
  directory_subscriptions: [
    {
      ...{ merchant: 'm', buyer_id: 'b-1', subscription_id: 's-1', status: 'active', autocharge: 0, product: 'Plus' },
      ...{ ends_at: time, status_at: time, status_why: '', seen_at: time },
    },
  ],
  views: [
    {
      ...{ id: 'v-1', merchant: 'm', name: 'São', list: 'blocked', filter: '{}', is_shared: 1, is_pinned: 0, version: 1 },
      ...{ ...byAda, made_at: time },
    },
  ],
  view_pins: [{ view_id: 'v-1', who: 'everybody', position: 2 }],
  handovers: [{ id: 'h-1', merchant: 'm', items: '[]', items_hash: 'x', remark: 'ü', ...byAda, made_at: time, taken_by: 'Bo' }],
  promises: [{ id: 'p-1', merchant: 'm', buyer_id: 'b', note_id: 'n-1', ...byAda, due_on: '2026-11-24', made_at: time }],
  counted_rows: [{ id: 'k-1', keys: '["ï"]', kept_at: time }],
  closed_rows: [{ id: 'l-1', merchant: 'm', list: 'blocked', thing: 's-1', reason: 'ï', ...byAda, closed_at: time }],
  owners: [{ merchant: 'm', kind: 'blocked', thing: 's-1 b-1', ...byAda, since: time, until: time }],
  directory_counts: [{ merchant: 'm', buyers: 7 }],
  directory_pending: [{ id: 'w-1', merchant: 'm', buyer_id: 'b-1', note: '{}', tries: 0 }],
  imports: [
    {
      ...{ id: 'i-1', merchant: 'm', digest: 'd', columns: '[]', mapping: '{}', state: 'checked', rows_in_file: 2, rows_done: 1 },
      ...{ counts: '{}', why: null, account_id: 'a-1', person: 'Ada', process: 'p', created_at: time, touched_at: time },
    },
  ],
  import_chunks: [{ import_id: 'i-1', number: 1, text: 'buyerId\nآدا' }],
  import_rejects: [{ import_id: 'i-1', line: 2, why: 'no id', cells: '["x"]' }],
  desk_settings: [{ name: 'retention', value: '30', changed_at: time }],
  buyers_opened: [{ minute: '2026-11-20T18:00', account_id: 'a-1', buyer_id: 'b-1' }],
  ...incidentRows(time),
  agent_tokens: [
    {
      ...{ id: 't-1', name: 'ï-bot', digest: 'd', tail: 'abcd', account_id: 'a-1', merchants: '["m"]', scopes: '["read"]' },
      ...{ reads_a_minute: 60, proposals_an_hour: 20, waiting_most: 10, expires_at: time, made_by: 'Ada', made_at: time },
    },
  ],
  ...noticeRows,
  agent_calls: [
    {
      ...{ id: 'c-1', at: time, token_id: 't-1', tool: 'find_buyer', merchant: 'm', buyer_id: null, ticket: 'ï' },
      ...{ digest: 'd', outcome: 'done', ms: 3, entry: null },
    },
  ],
  proposal_looks: [{ approval_id: 'p-1', account_id: 'a-1', at: time, effect_hash: 'h' }],
  jobs: [
    {
      ...{ id: 'j-1', name: 'import', given: '{"importId":"i-1"}', state: 'waiting', slot: null, attempts: 0, run_at: time },
      ...{ held_until: null, why: null, ended_at: null },
    },
  ],
  job_progress: [{ job_id: 'j-1', done: 1, of: null, at: time }],
}
