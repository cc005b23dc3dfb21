import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '../actor'
import { faultNamed } from '../faults'
import { chosen, oneIn } from '../plan'
import { autocharge, type Company, type Scene } from './company'

type Seen = {
  state: string
  version: number
  preview: { planHash: string } | null
  toOpen: { rows: { n: number }[] } | null
  run: { breaker: { count: number; at: number }[] } | null
}

const pathOf = (id: string, step = '') => `/api/desk/incidents/${id}${step}`
const see = (by: Actor, id: string) => by.json<Seen>('GET', pathOf(id))

/** Takes a step as whoever has just looked; resolves to the incident that it led to, or to null where it wasn't taken. */
async function take(by: Actor, id: string, step: string, bodyOf: (seen: Seen) => unknown = () => ({})): Promise<string | null> {
  const seen = await see(by, id)
  if (seen === null) return null
  const headers = { 'x-action-id': by.id(), 'x-version': String(seen.version) }
  return (await by.json<{ id: string }>('POST', pathOf(id, `/${step}`), { body: bodyOf(seen), headers }))?.id ?? null
}

/** Waits until it's there, as long as another copy may need to go on; false where it came to something else. */
async function reaches(by: Actor, id: string, ...states: readonly string[]): Promise<string | null> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(100)) {
    const state = (await see(by, id))?.state
    if (state !== undefined && states.includes(state)) return state
  }
  return null
}

const patienceMs = 8_000

type Plan = { id: string; turnsOn: boolean }

type Verb = 'autochargeOff' | 'autochargeOn'

/** A manager's plan for subscriptions that others are busy with, previewed; or null. */
async function planned({ manager, buyer, random }: Company, rows = 5, given?: Verb): Promise<Plan | null> {
  const owners = [buyer, ...manager.setting.buyers.filter(({ id }) => id !== buyer.id)]
  const all = owners.flatMap(({ id: buyerId, subscriptions }) =>
    subscriptions.map((subscriptionId) => ({ subscriptionId, buyerId })),
  )
  const verb = given ?? chosen(random, ['autochargeOff', 'autochargeOn'] as const)
  const body = { command: { verb }, reason: 'Charged twice', rate: 20 }
  const headers = { 'x-action-id': manager.id() }
  const id = (await manager.json<{ id: string }>('POST', '/api/desk/incidents', { body, headers }))?.id
  if (id === undefined) return null
  const targets = { rows: all.slice(0, rows), more: false }
  const version = (await see(manager, id))?.version
  const asHeld = { 'x-action-id': manager.id(), 'x-version': String(version) }
  if ((await manager.json('PUT', pathOf(id, '/rows/0'), { body: targets, headers: asHeld })) === null) return null
  return (await isPreviewed(manager, id)) ? { id, turnsOn: verb === 'autochargeOn' } : null
}

async function isPreviewed(manager: Actor, id: string): Promise<boolean> {
  await take(manager, id, 'preview')
  return (await reaches(manager, id, 'previewed')) !== null
}

const approve = ({ preview }: Seen) => ({ decision: 'approve', planHash: preview?.planHash })

/** A second person opens what was drawn and approves. */
async function isApproved({ admin }: Company, id: string): Promise<boolean> {
  await take(admin, id, 'look', ({ toOpen }) => ({ rows: toOpen?.rows.map(({ n }) => n) ?? [] }))
  return (await take(admin, id, 'decide', approve)) !== null
}

/**
 * One command for several targets that others change meanwhile: a second person opens what was drawn and approves, a pilot runs, and somebody
 * pauses or stops it. The approval is tried by its planner and before the rows were opened, too.
 */
export const incident: Scene = async (company) => {
  const { manager, admin, agent, buyer, random } = company
  if (oneIn(random, 3)) return refused(company)
  const id = (await planned(company))?.id
  if (id === undefined || !(await take(manager, id, 'ask'))) return
  manager.expect(!(await take(manager, id, 'decide', approve)), 'Nobody approves their own incident: its planner did')
  admin.expect(!(await take(admin, id, 'decide', approve)), 'Nobody approves an incident unseen: its rows weren’t opened')
  if (oneIn(random, 6)) {
    manager.expect(!(await take(manager, id, 'start')), 'No incident starts without an approval: one did')
    return
  }
  if (!(await isApproved(company, id))) return
  const others = buyer.subscriptions
    .slice(0, 1)
    .map((target) => agent.give(agent.id(), autocharge(buyer, target, oneIn(random, 2))))
  if (oneIn(random, 3)) await startChanged(manager, id)
  await Promise.all([take(manager, id, 'start'), take(admin, id, 'start'), ...others])
  if (oneIn(random, 2)) await take(agent, id, 'pause')
  const state = await reaches(manager, id, 'look', 'paused', 'done')
  if (state === 'paused' && oneIn(random, 2)) {
    await take(manager, id, 'resume', () => ({ reason: 'Looked at it' }))
    await reaches(manager, id, 'look', 'paused', 'done')
  }
  await requireBraked(manager, id)
  if (state !== 'done') await take(manager, id, 'stop')
}

/**
 * A run that is undone, while somebody changes one of its targets and changes it back: after the run was approved, before its undo is planned, or
 * after the undo was approved. The value alone tells of none of it.
 */
export const undone: Scene = async (company) => {
  const { manager, random } = company
  const plan = await planned(company, 3)
  if (plan === null) return
  const at = chosen(random, ['run', 'plan', 'undo'] as const)
  if (!(await hasRun(company, plan.id, at === 'run' ? [plan.turnsOn, !plan.turnsOn] : []))) return
  const thereAndBack = [!plan.turnsOn, plan.turnsOn]
  if (at === 'plan') await change(company, thereAndBack)
  const undo = await take(manager, plan.id, 'inverse')
  if (undo !== null && (await isPreviewed(manager, undo))) await hasRun(company, undo, at === 'undo' ? thereAndBack : [])
}

/** Whether a plan was approved and tried; three rows are all of its pilot. `changes` come before its start. */
async function hasRun(company: Company, id: string, changes: readonly boolean[]): Promise<boolean> {
  const { manager } = company
  if (!(await take(manager, id, 'ask')) || !(await isApproved(company, id))) return false
  await change(company, changes)
  await take(manager, id, 'start')
  const state = await reaches(manager, id, 'look', 'paused', 'done')
  if (state !== null && state !== 'done') await take(manager, id, 'stop')
  return state !== null
}

async function change({ agent, buyer }: Company, changes: readonly boolean[]): Promise<void> {
  const [target] = buyer.subscriptions
  for (const turnsOn of changes) if (target !== undefined) await agent.give(agent.id(), autocharge(buyer, target, turnsOn))
}

/** A hand changes what was approved for a row and changes it back: meanwhile nothing starts. */
async function startChanged(manager: Actor, incidentId: string): Promise<void> {
  const { hand } = manager.setting
  const ofIncident = hand.selectFrom('incident_rows').select(['n', 'planned']).where('incident', '=', incidentId)
  const row = await ofIncident.where('state', '=', 'ready').orderBy('n').executeTakeFirst()
  if (!row) return
  const write = (planned: string | null) =>
    hand.updateTable('incident_rows').set({ planned }).where('incident', '=', incidentId).where('n', '=', row.n).execute()
  await write('changed')
  const isStarted = await take(manager, incidentId, 'start')
  await write(row.planned)
  manager.expect(!isStarted, 'No incident starts with rows that nobody approved: one was changed by hand')
}

/** As many as there are subscriptions. */
const mostRows = 7

/** A run whose every row the service refuses, and which somebody has go on after its pilot. */
async function refused(company: Company): Promise<void> {
  const { manager } = company
  for (const verb of ['autochargeOff', 'autochargeOn'] as const) {
    const id = (await planned(company, mostRows, verb))?.id
    if (id === undefined || !(await take(manager, id, 'ask')) || !(await isApproved(company, id))) continue
    await refuseNext(company, mostRows)
    await take(manager, id, 'start')
    if ((await reaches(manager, id, 'look', 'paused', 'done')) === 'look') {
      await requireBraked(manager, id)
      await take(manager, id, 'go-on')
      await reaches(manager, id, 'paused', 'done')
    }
    await requireBraked(manager, id)
    await take(manager, id, 'stop')
  }
}

async function refuseNext({ manager, random }: Company, count: number): Promise<void> {
  const operation = 'changeAutochargeStatus'
  for (let n = 0; n < count; n += 1) await manager.setting.trouble(operation, '*', faultNamed('refused', random, operation))
}

/** Where a run has come to rest by itself, it hasn't gone past a limit. */
async function requireBraked(manager: Actor, incidentId: string): Promise<void> {
  const seen = await see(manager, incidentId)
  if (seen === null || !['look', 'done'].includes(seen.state)) return
  const isWithin = seen.run?.breaker.every(({ count, at }) => count < at) ?? true
  manager.expect(isWithin, 'A run pauses where a limit is reached: it went on')
}
