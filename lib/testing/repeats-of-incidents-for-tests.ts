import { randomUUID } from 'node:crypto'
import { database } from '@/lib/database/open'
import { insertIncident, newRow } from '@/lib/incidents/server/drafts'
import { planHash } from '@/lib/incidents/server/finish-preview'
import { rowsToOpen } from '@/lib/incidents/server/opened'
import { findIncident, type IncidentTableRow, recordIncident, writeIncident } from '@/lib/incidents/server/store'
import { hashOfRows } from '@/lib/journal/planned-rows'
import type { Asker, CallInput, Row } from './repeats-for-tests'

type State = Partial<IncidentTableRow>

/** An incident of the asker's merchant account as it is after some steps, with one row; and what a request about it brings along. */
async function about(asker: Asker, state: State, body: Record<string, unknown> = {}, row = 'ready'): Promise<CallInput> {
  const store = await database()
  const id = randomUUID()
  const person = { accountId: 'colleague', sessionId: '', email: '', name: 'Bo', role: 'manager' as const }
  const values = await store.transaction().execute(async (tx) => {
    const command = { verb: 'autochargeOff' as const }
    await insertIncident(tx, person, { id, merchant: asker.merchant, command, reason: 'Charged twice' }, { rows: 1 })
    const target = `subscription:${randomUUID()}`
    const of = { target, given_buyer: null, note: null, state: row as 'ready' }
    await tx
      .insertInto('incident_rows')
      .values(newRow(id, 1, of))
      .execute()
    const rows_hash = await hashOfRows(tx, id)
    const draft = await findIncident(tx, id)
    if (!draft) throw new Error('It has just been made')
    const whole = { ...state, rows_hash, plan_hash: planHash({ ...draft, ...state }, rows_hash) }
    await writeIncident(tx, person, draft, { did: 'edited' }, whole)
    if (whole.state === 'waiting') {
      const { of, since, rows } = await rowsToOpen(tx, { ...draft, ...whole }, asker)
      await recordIncident(
        tx,
        { accountId: asker.accountId, name: 'Asker' },
        draft,
        { did: 'opened', detail: { of, since, rows } },
        null,
      )
    }
    return whole
  })
  const seen = body.planHash === '' ? { ...body, planHash: values.plan_hash } : body
  return { params: { incidentId: id }, headers: { 'x-version': '2' }, body: seen }
}

const now = () => new Date().toISOString()
const approved = () => ({ decided_as: 'approved' as const, decided_at: now(), rate_approved: 5, started_at: now(), run_by: 'Bo' })
const name = (step: string) => `POST /api/desk/incidents/{incidentId}/${step}`
const preview = JSON.stringify({ counts: { 'will-change': 1 }, examples: [], sums: {}, languages: [] })

const step = (state: (asker: Asker) => State, body: Record<string, unknown> = {}, row?: string): Row => ({
  as: 'manager',
  anyMerchant: true,
  fresh: (asker) => about(asker, state(asker), body, row),
})

const edit = (body: (mark: string) => Record<string, unknown>, params = {}): Row => ({
  as: 'manager',
  anyMerchant: true,
  fresh: async (asker, mark) => {
    const given = await about(asker, { state: 'draft' }, body(mark))
    return { ...given, params: { ...given.params, ...params } }
  },
})

export const ofIncidents: Record<string, Row> = {
  'POST /api/desk/incidents': {
    as: 'manager',
    fresh: (_, mark) => ({ body: { command: { verb: 'autochargeOff' }, reason: mark } }),
  },
  'PUT /api/desk/incidents/{incidentId}': edit((mark) => ({ reason: mark })),
  'PUT /api/desk/incidents/{incidentId}/rows/{chunk}': edit(() => ({ rows: [{ subscriptionId: randomUUID() }], more: false }), {
    chunk: '0',
  }),
  [name('preview')]: step(() => ({ state: 'draft' })),
  [name('ask')]: step(() => ({ state: 'previewed', preview })),
  [name('decide')]: step(() => ({ state: 'waiting', preview, asked_account: 'colleague', asked_at: now() }), {
    decision: 'approve',
    planHash: '',
  }),
  [name('start')]: step(() => ({ ...approved(), state: 'approved' })),
  [name('look')]: {
    as: 'manager',
    anyMerchant: true,
    fresh: (asker) => about(asker, { ...approved(), state: 'look', pilot: '[1]', run_account: asker.accountId }, { rows: [1] }),
  },
  [name('go-on')]: step(({ accountId: run_account }) => ({
    ...approved(),
    ...{ state: 'look', run_account, looked_at: now(), pilot_over_at: '2026-01-01T00:00:00.000Z' },
  })),
  [name('pause')]: step(() => ({ ...approved(), state: 'running' })),
  [name('resume')]: step(({ accountId: run_account }) => ({ ...approved(), state: 'paused', paused_as: 'hand', run_account }), {
    reason: 'Looked at',
  }),
  [name('stop')]: step(() => ({ ...approved(), state: 'running' })),
  [name('close')]: step(() => ({ ...approved(), state: 'done', ended_at: now() })),
  [name('take-over')]: step(() => ({ ...approved(), state: 'paused', paused_as: 'person', run_account: 'colleague' })),
  [name('rate')]: step(() => ({ ...approved(), state: 'running' }), { rate: 1 }),
  [name('inverse')]: step(() => ({ ...approved(), state: 'done', ended_at: now() }), {}, 'done'),
  [name('again')]: step(() => ({ ...approved(), state: 'done', ended_at: now() }), { which: 'not-sent' }, 'not-sent'),
}
