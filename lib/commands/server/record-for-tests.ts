import { randomBytes, randomUUID } from 'node:crypto'
import { makeToken, revokeToken } from '@/lib/agents/server/tokens'
import { shippedRules } from '@/lib/alerts/alert-rule'
import { alertRow, closeAlert, openAlerts, raise } from '@/lib/alerts/server/alerts'
import { addRule, rulesOf } from '@/lib/alerts/server/rules'
import { database } from '@/lib/database/open'
import { makeAddress, revokeAddress } from '@/lib/events/server/addresses'
import { setEventSettings } from '@/lib/events/server/settings'
import { insertIncident, newRow } from '@/lib/incidents/server/drafts'
import { writeVouched } from '@/lib/incidents/server/ends'
import { findIncident } from '@/lib/incidents/server/store'
import { noClaim } from '@/lib/journal/action-ids'
import { setRetention } from '@/lib/knowledge/server/retention'
import { rewriteNote, writeNote } from '@/lib/notes/server/notes'
import { settlePromise } from '@/lib/notes/server/promises'
import { allowHookHost, newHook } from '@/lib/notices/server/hook-for-tests'
import { changeHook, removeHook } from '@/lib/notices/server/hooks'
import { askToLift, decideLift } from '@/lib/passkeys/server/lift-passkeys'
import { ofLongStanding } from '@/lib/passkeys/server/standing-for-tests'
import { letterheadOf, setLetterhead } from '@/lib/people/server/letterhead'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { addPerson } from '@/lib/people/server/people'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { addGuideStep, startGuide } from '@/lib/playbooks/server/guides'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { makeBatch } from '@/lib/refunds/server/batches'
import { moveRefund } from '@/lib/refunds/server/move-refund'
import { asked, charge, finance, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { ownTexts, setReplyText } from '@/lib/replies/server/reply-texts'
import { addUser, changeUser } from '@/lib/scim/server/scim-people'
import { beginEnrolment, enrol } from '@/lib/signatures/server/enrol'
import { addApprovalRule, approvalRules, removeApprovalRule } from './approval-rules'
import { askApproval, decide } from './approvals'
import { commandNamed } from './command-named'
import { commandOf } from './commands-for-tests'
import { begin } from './intent'
import { settle } from './outcome'
import { moveQuote, recordQuote } from './quotes'
import { recordShift } from './record-shift-for-tests'
import { settleByPerson } from './settling'

export const recordedBuyer = '83b5ce0d-119e-46aa-98b8-b47d67a58213'

/** One of everything that people see and the journal vouches for, made as the dashboard makes it. */
export async function recordEverything(): Promise<void> {
  const [agent, manager] = [await person('agent'), await person('manager')]
  await commands(agent)
  await approval(agent, manager)
  await refund()
  await guide(agent)
  await note(agent, manager)
  await replyText(manager)
  await settings(manager)
  await quote(manager)
  await events(manager)
  await alert(manager)
  await recordShift(agent, manager)
  await incident(manager)
  await machines(manager)
  await ofTheDirectory()
  await hooks(manager)
  await passkeys(agent, manager)
  await addPerson(manager, { email: `${randomUUID()}@desk.test`, name: 'A newcomer', role: 'finance' }, noClaim)
}

async function person(role: 'agent' | 'manager' | 'admin'): Promise<Person> {
  const given = { email: `${randomUUID()}@desk.test`, name: `The ${role}`, role, password: 'a long enough password' }
  return { ...somebody((await createPerson(await database(), given)) ?? '', role), name: given.name }
}

async function commands(agent: Person): Promise<void> {
  const done = commandOf('disableToken', { person: agent, params: { buyerId: recordedBuyer } })
  const { action } = await begin(done)
  await settle(action, done, done.body, { state: 'done', status: 204, body: null, code: null })
  const lost = commandOf('changeExpirationDate', {
    person: agent,
    ticket: 'T-5',
    params: { buyerId: recordedBuyer, subscriptionId: randomUUID() },
  })
  const { action: unanswered } = await begin(lost)
  await settle(unanswered, lost, lost.body, {
    state: 'unconfirmed',
    status: 504,
    body: { code: 'timeout' },
    code: 'timeout',
  })
  await settleByPerson(agent, lost.actionId, { as: 'happened', how: 'by-hand', reason: 'The buyer says so' })
}

async function approval(agent: Person, manager: Person): Promise<void> {
  const wanted = {
    merchant: 'northwind',
    params: { buyerId: recordedBuyer, subscriptionId: randomUUID() },
    body: { expirationDate: '2099-03-01', reason: 'A long extension' },
  }
  const { id } = await askApproval(commandNamed('changeExpirationDate'), wanted, {
    person: agent,
    actionId: randomUUID(),
    ticket: 'T-6',
  })
  await decide(manager, id, { approve: false, effectHash: '', note: 'Not this time' })
}

async function refund(): Promise<void> {
  const given = asked({ buyerId: recordedBuyer, charge: { ...charge, chargeId: randomUUID() } })
  const { id, version } = await askRefund(somebody('asker', 'agent'), given)
  await moveRefund(finance, { stepId: randomUUID(), refundId: id, kind: 'approved', version, note: null })
  await makeBatch(finance, randomUUID(), { merchant: 'northwind', provider: charge.provider, mid: charge.mid })
}

async function guide(agent: Person): Promise<void> {
  const begun = { id: randomUUID(), playbook: 'refund', merchant: 'northwind', buyerId: recordedBuyer, ticket: 'T-9' } as const
  const { id, version } = await startGuide(agent, begun)
  const said = { question: 'charge', answer: 'o-1 c-1', words: 'The newest charge' }
  await addGuideStep(agent, { stepId: randomUUID(), guideId: id, version, kind: 'answered', ...said })
}

async function note(agent: Person, { name }: Person): Promise<void> {
  const text = `Prefers letters, 手紙. @${name}`
  await writeNote(agent, { merchant: 'northwind', buyerId: recordedBuyer, ticket: 'T-7', text, due: '2026-11-30' })
  const written = await (await database())
    .selectFrom('notes')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await rewriteNote(agent, written.id, { text: 'Prefers a call', version: 1 })
  const promise = await (await database()).selectFrom('promises').selectAll().executeTakeFirstOrThrow()
  await settlePromise(agent, promise, true, noClaim)
}

async function replyText(manager: Person): Promise<void> {
  const [newest] = await ownTexts('northwind')
  const place = { merchant: 'northwind', key: 'bye', language: 'de' } as const
  await setReplyText(manager, place, { text: 'Bis bald', version: newest?.version ?? 0 })
}

async function settings(manager: Person): Promise<void> {
  const rule = { operation: 'changeExpirationDate', condition: 'laterByDays', threshold: 9_000 } as const
  for (let turn = 0; turn < 2; turn += 1) await addApprovalRule(manager, rule, noClaim)
  const [first] = await approvalRules()
  await removeApprovalRule(manager, first?.id ?? '', noClaim)
  await setRetention(manager, 'northwind', 400)
  const northwind = merchantByCode('northwind')
  const { changedAt } = await letterheadOf(northwind)
  const wanted = { name: 'Northwind GmbH', address: ['Quay 1'], taxNumber: 'NL1', contact: '' }
  await setLetterhead(manager, northwind, { wanted, changedAt })
}

async function quote({ accountId, name }: Person): Promise<void> {
  const id = randomUUID()
  const nothing = { address: null, checked: null, checked_at: null, taken_order: null, withdrawn_at: null }
  const unused = { shared_at: null, used_at: null, used_by: null, used_action_id: null }
  const of = { id, entry_id: randomUUID(), merchant: 'northwind', buyer_id: recordedBuyer, account_id: accountId, person: name }
  const said = { words: 'Plus', request: '{}', answer: '{"total":"21.78"}', compared: null, reference: 'Q-7KM3X9' }
  const row = {
    ...of,
    ...said,
    ...unused,
    ...nothing,
    made_at: '2026-11-02T09:00:00.000Z',
    valid_until: '2099-01-01T00:00:00.000Z',
  }
  const store = await database()
  const person = somebody(accountId, 'manager')
  await store.transaction().execute(async (tx) => {
    await tx.insertInto('quotes').values(row).execute()
    await recordQuote(tx, person, row, 'saved')
    await moveQuote(tx, person, { id, did: 'shared', values: { shared_at: '2026-11-02T09:05:00.000Z' } })
  })
}

async function events(manager: Person): Promise<void> {
  await setEventSettings(manager, 'northwind', { from: ['198.51.100.0/24'], settles: 'read' })
  const { id } = await makeAddress(manager, 'northwind')
  await revokeAddress(manager, 'northwind', id)
}

async function alert(manager: Person): Promise<void> {
  const [merchant, id] = [merchantByCode('northwind'), randomUUID()]
  const rule = shippedRules['declined-share']
  if (!rule) throw new Error('This rule comes with the dashboard')
  await addRule({ person: manager, merchant: merchant.code, id }, rule, noClaim)
  const added = (await rulesOf(await database(), merchant.code)).find((each) => each.id === id)
  const finding = { about: `acq-${id}`, count: 12, newest: '2026-11-22', words: '12 of 30 declined', href: '/settings/events' }
  for (const about of [finding.about, `${finding.about}-2`])
    await (await database())
      .transaction()
      .execute(async (tx) => added && raise(tx, { rule: added, merchant, finding: { ...finding, about }, now: Date.now() }))
  const [open] = await openAlerts(await database(), manager, merchant.code)
  await closeAlert(manager, await alertRow(manager, open?.id ?? ''), noClaim)
}

async function incident(manager: Person): Promise<void> {
  const id = randomUUID()
  const given = { id, merchant: 'northwind', command: { verb: 'autochargeOff' as const }, reason: 'Charged twice' }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await insertIncident(tx, manager, given, { rows: 1 })
    const row = newRow(id, 1, { target: `subscription:${randomUUID()}`, given_buyer: recordedBuyer, note: null })
    await tx.insertInto('incident_rows').values(row).execute()
    const made = await findIncident(tx, id)
    const at = new Date().toISOString()
    const values = { state: 'done' as const, why: null, words: null, generation: 1, action_id: randomUUID(), at }
    if (made) await writeVouched(tx, made, 'ended', [{ row, values }])
  })
}

async function ofTheDirectory(): Promise<void> {
  const said = { active: true, displayName: 'A newcomer', name: {}, emails: [], roles: [] }
  const { id } = await addUser({ ...said, userName: `${randomUUID()}@desk.test`, externalId: randomUUID() })
  await changeUser(id, (before) => ({ ...before, active: false }))
}

async function machines(manager: Person): Promise<void> {
  const given = { accountId: manager.accountId, merchants: ['northwind'], scopes: ['read' as const], days: 30 }
  const made = async (name: string, most: number) =>
    makeToken(manager, { ...given, name, readsAMinute: most, proposalsAnHour: most, waitingMost: most })
  const { id } = await made('night-desk', 5)
  await revokeToken(manager, id)
  await made('helpdesk-bot', 6)
}

async function hooks(manager: Person): Promise<void> {
  allowHookHost()
  const { id } = await newHook('https://hooks.example.test/a', { accounts: ['northwind'] })
  await changeHook(manager, id, { kinds: ['mention'], on: false }, noClaim)
  await removeHook(manager, id, noClaim)
  await newHook('https://hooks.example.test/b', { name: 'Ops', format: 'slack' })
}

async function passkeys(agent: Person, manager: Person): Promise<void> {
  for (const owner of [agent, manager]) {
    const { id } = await beginEnrolment(owner, 'a@desk.test')
    const credential_id = randomBytes(32).toString('base64url')
    const key = { credential_id, public_key: 'AA', counter: 0, transports: '[]', backed_up: 0, spki: 'AA' }
    const made = { ...key, challengeId: id }
    await (await database()).transaction().execute((tx) => enrol(tx, owner, { name: 'A key', made, isFirst: true }))
  }
  const [asks, decides] = [await person('admin'), await person('admin')]
  for (const { accountId } of [asks, decides]) await ofLongStanding(accountId)
  await askToLift(asks, agent.accountId, noClaim)
  await decideLift(decides, agent.accountId, true, noClaim)
}
