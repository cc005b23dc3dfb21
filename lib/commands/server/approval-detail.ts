import 'server-only'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Effect } from '@/lib/operations/effects/effect'
import { requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { hasKey } from '@/lib/signatures/server/keys'
import type { ApprovalInDetail } from '../approval'
import { changesSince } from '../approval-changes'
import { aboutApprovals } from './approval-about'
import { approvalFor, approvalRow } from './approvals'
import { approvedCall } from './approved-call'
import { predicted } from './predicted'
import { isSignedCommand } from './requirements'

type ApprovalRow = Tables['approvals']

/** The request with what it would do now; once it is decided or has lapsed, with what it would have done as it was asked. */
export async function approvalInDetail(person: Person, id: string): Promise<ApprovalInDetail> {
  const row = await approvalRow(id)
  if (row.account_id !== person.accountId && !may(person.role, 'approve')) throw problem('forbidden', 'This isn’t your request.')
  requireMerchant(person, row.merchant)
  const store = await database()
  const approval = approvalFor(person, row)
  const about = (await aboutApprovals([approval]))[id]
  if (!about) throw problem('notFound', 'We couldn’t find that request.')
  const requested = await effectRequested(store, row)
  return { approval, about, ...(approval.state === 'waiting' ? await asOfNow(row, person, requested) : asRequested(requested)) }
}

type Shown = Omit<ApprovalInDetail, 'approval' | 'about'>

async function asOfNow(row: ApprovalRow, person: Person, requested: Effect | null): Promise<Shown> {
  try {
    const { call, hashOf } = await approvedCall(row, person)
    const { effect } = await predicted(call)
    const hash = hashOf(effect)
    const shown = masked(effect)
    const factsChanged = hash !== row.effect_hash
    const changes = factsChanged && requested ? changesSince(requested, shown) : []
    const asNow = { effect: shown, effectHash: hash, factsChanged, changes, blocked: null }
    return isSignedCommand(call) ? { ...asNow, passkey: await passkeyOf(person) } : asNow
  } catch (cause) {
    if (!(cause instanceof ServiceProblem) || cause.problem.kind !== 'invalid') throw cause
    return { ...asRequested(requested), blocked: describeBlocked(cause) }
  }
}

const passkeyOf = async ({ accountId }: Person) => ((await hasKey(await database(), accountId)) ? 'ready' : 'missing')

/** A hash that is empty is that of no facts, so nothing is approved by it. */
const asRequested = (requested: Effect | null): Shown => ({
  effect: requested ?? forgotten,
  effectHash: '',
  factsChanged: false,
  changes: [],
  blocked: null,
})

const forgotten: Effect = {
  rows: [],
  later: [],
  warnings: [],
  zone: 'UTC',
  undo: { possible: false, why: 'What it would have done isn’t kept any more.' },
}

const describeBlocked = ({ problem: { code, fields } }: ServiceProblem): string =>
  code === 'confirm_required'
    ? 'By now this end date would renew the subscription and charge the buyer, which nobody requested.'
    : `It can’t be sent any more. ${fields[0]?.title ?? 'The service would refuse it'}.`

/** What it would have done when it was asked, as the journal has it; masked again, for an earlier version masked less. */
async function effectRequested(store: Database, row: ApprovalRow): Promise<Effect | null> {
  const entry = await store
    .selectFrom('journal')
    .select('detail')
    .where('action_id', '=', row.action_id)
    .where('kind', '=', 'approval-asked')
    .executeTakeFirst()
  const detail = entry === undefined ? null : fromOwnJson<unknown>(entry.detail)
  if (!isObject(detail) || !isObject(detail.effect) || !Array.isArray(detail.effect.rows)) return null
  return masked(detail.effect) as Effect
}
