import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ServiceProblem } from '@/lib/core/problem'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { noClaim } from '@/lib/journal/action-ids'
import { forgetKeysState, keysAnswered } from '@/lib/service/account-state'
import type { ApprovalRule } from '../approval'
import { addApprovalRule, approvalRules, removeApprovalRule } from './approval-rules'
import { commandNamed } from './command-named'
import { ada, commandOf, personCalled } from './commands-for-tests'
import { requireNoApproval, requireStillAllowed } from './requirements'

const admin = personCalled('Ines', 'admin')
const noon = new Date('2026-05-14T12:00:00.000Z')

describe.each(engines)('a rule for approvals on %s', (engine) => {
  const own = new OwnDatabase(engine)

  beforeEach(async () => {
    await own.store.deleteFrom('approval_rules').execute()
  })

  const rule = (operation: string, condition: ApprovalRule['condition'] = 'always', threshold: number | null = null) =>
    addApprovalRule(admin, { operation, condition, threshold }, noClaim)
  const why = 'An admin requires a second person for this action. Somebody with the manager role must approve it.'
  /** What keeps a command from being sent, or null. */
  const kept = (work: Promise<void>) =>
    work.then(
      () => null,
      (cause: unknown) => {
        if (!(cause instanceof ServiceProblem)) throw cause
        return cause.problem.code === 'approval_required' ? cause.problem.detail : cause.problem.kind
      },
    )
  const waits = (name: string, body: unknown, now = noon, person = ada) =>
    kept(requireNoApproval({ ...commandOf('createBuyer'), ...commandNamed(name), person, body }, now))

  it('holds for its own command, of an agent and not of a manager', async () => {
    await rule('createBuyer')
    expect(await waits('createBuyer', {})).toBe(why)
    expect(await waits('changeBuyerEmail', {})).toBeNull()
    expect(await waits('createBuyer', {}, noon, personCalled('Max', 'manager'))).toBeNull()
  })

  it('holds for an end date later by more days than it says, to the moment', async () => {
    await rule('changeExpirationDate', 'laterByDays', 10)
    const midnight = new Date('2026-05-14T00:00:00.000Z')
    const moved = (expirationDate: string | undefined, now = midnight) =>
      waits('changeExpirationDate', { expirationDate, reason: 'Asked' }, now)
    expect([await moved('2026-05-24'), await moved('2026-05-25'), await moved(undefined)]).toEqual([null, why, null])
    expect(await moved('2026-05-24', new Date(midnight.getTime() - 1))).toBe(why)
  })

  it.each([
    ['America/Los_Angeles', '2026-12-01T04:30:00.000Z', '2026-12-30', '2026-12-31'],
    ['Asia/Tokyo', '2026-11-30T15:30:00.000Z', '2026-12-31', '2027-01-01'],
  ])('counts days by the account’s own day: in %s at %s', async (timeZone, at, within, beyond) => {
    await rule('changeExpirationDate', 'laterByDays', 30)
    const call = commandOf('changeExpirationDate')
    const moved = (expirationDate: string) => {
      const given = { ...call, merchant: { ...call.merchant, timeZone }, person: ada, body: { expirationDate } }
      return kept(requireNoApproval(given, new Date(at)))
    }
    expect([await moved(within), await moved(beyond)]).toEqual([null, why])
  })

  it('counts days by our own clock where the service’s is said to be far ahead', async () => {
    await rule('changeExpirationDate', 'laterByDays', 10)
    const { merchant } = commandOf('changeExpirationDate')
    keysAnswered(merchant.code, false, 60 * 86_400)
    const moved = (expirationDate: string) => waits('changeExpirationDate', { expirationDate, reason: 'Asked' })
    const waited = [await moved('2026-05-24'), await moved('2026-06-30'), await moved('2026-07-20')]
    forgetKeysState(merchant.code)
    expect(waited).toEqual([null, why, why])
  })

  it('holds for a discount over what it says', async () => {
    await rule('createInitialOrder', 'discountOver', 30)
    const given = (discount?: number | null) => waits('createInitialOrder', { discount })
    expect([await given(30), await given(30.5), await given(null), await given()]).toEqual([null, why, null, null])
  })

  it('of a kind that this version does not know holds for nothing', async () => {
    const row = { id: randomUUID(), operation: 'createBuyer', condition: 'fullMoon', threshold: 1 }
    await own.store
      .insertInto('approval_rules')
      .values({ ...row, created_at: noon.toISOString() })
      .execute()
    expect(await waits('createBuyer', {})).toBeNull()
  })

  it('that is new holds where the intent is written, unless a manager has approved it', async () => {
    const call = commandOf('disableToken')
    const still = (given: typeof call, now = noon) =>
      kept(own.store.transaction().execute((tx) => requireStillAllowed(tx, given, now)))
    expect(await still(call)).toBeNull()
    await rule('disableToken')
    expect([await still(call), await still({ ...call, approved: true })]).toEqual([why, null])
    const past = commandOf('changeExpirationDate', { body: { expirationDate: '2026-05-13', reason: 'Asked' } })
    expect([await still(past), await still({ ...past, approved: true })]).toEqual(['invalid', 'invalid'])
  })

  it('is written down with who has set it and who has removed it, and no other is removed with it', async () => {
    await rule('createBuyer')
    await rule('changeExpirationDate', 'laterByDays', 90)
    const [first, second] = (await approvalRules()) as [ApprovalRule, ApprovalRule]
    expect([first, second]).toMatchObject([{ operation: 'createBuyer' }, { condition: 'laterByDays', threshold: 90 }])
    await removeApprovalRule(admin, second.id, noClaim)
    expect(await approvalRules()).toEqual([first])
    const entries = await own.store.selectFrom('journal').select(['person', 'operation', 'detail']).orderBy('seq').execute()
    const proof = { rows: [expect.objectContaining({ table: 'approval_rules', id: second.id })] }
    expect(entries.slice(-2).map((entry) => ({ ...entry, detail: JSON.parse(entry.detail) }))).toEqual([
      { person: 'Ines', operation: 'changeExpirationDate', detail: { setting: 'approval-rule', added: second, proof } },
      {
        person: 'Ines',
        operation: 'changeExpirationDate',
        detail: { setting: 'approval-rule', removed: second, proof: { rows: [] } },
      },
    ])
    await removeApprovalRule(admin, second.id, noClaim) // gone already
    expect((await own.store.selectFrom('journal').select('seq').execute()).length).toBe(entries.length)
  })
})
