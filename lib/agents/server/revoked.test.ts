import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApprovalRule } from '@/lib/commands/server/approval-rules'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { ProposalInDetail, ProposalList } from '../proposal'
import { asks, publicClient, tokenFor } from './machine-for-tests'
import { decideRequest, listLane, openRequest } from './proposal-handlers'
import { revokeToken } from './tokens'

const { buyer: buyerId } = ids.settledTwice
const admin = somebody('an-admin', 'admin')

describe.each(engines)('a proposal of a machine whose token was revoked since, on %s', { timeout: 30_000 }, (engine) => {
  let standin: Standin
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' }, engine)
  beforeAll(async () => {
    standin = await startStandin()
  })
  afterAll(() => standin.close())
  beforeEach(async () => {
    standin.reset()
    dashboard.serviceAt(standin.url)
    await (await database()).deleteFrom('facts').execute()
  })

  /** A proposal of a machine of its own, to turn off autocharge. */
  async function proposed(): Promise<string> {
    const client = await publicClient(await tokenFor(dashboard, 'agent', { name: `bot-${randomUUID()}` }))
    const { says: buyer } = await asks(client, 'read_buyer', { buyerId })
    const subscriptionId = (buyer.subscriptions as { id: string }[])[0]?.id ?? ''
    const body = { autochargeStatus: false, reason: 'Not used' }
    const wanted = { verb: 'autochargeOff', params: { buyerId, subscriptionId }, body }
    const { says } = await asks(client, 'preview_effect', wanted)
    const why = { reason: 'Not used', ticket: 'T-4711', source: { where: 'ticket T-4711', quote: 'Stop it.' } }
    const asked = { ...wanted, ...why, effectHash: says.effectHash, key: randomUUID() }
    return (await asks(client, 'propose_action', asked)).says.id as string
  }
  const rowOf = async (id: string) =>
    (await database()).selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const revoke = async (id: string) => revokeToken(admin, (await rowOf(id)).token_id ?? '')
  const open = async (id: string): Promise<ProposalInDetail> => {
    const given = { as: 'manager', params: { approvalId: id } } as const
    return (await dashboard.call(serveDashboard('read', openRequest), 'GET', `/api/desk/approvals/${id}`, given)).json()
  }
  const decide = async (id: string, body: object, as: 'manager' | 'agent' = 'manager') => {
    const given = { as, params: { approvalId: id }, body: { approve: true, note: null, effectHash: '', ...body } }
    const path = `/api/desk/approvals/${id}/decide`
    const answer = await dashboard.call(serveDashboard('act', decideRequest), 'POST', path, given)
    return { status: answer.status, says: await answer.json() }
  }
  const revokedOnes = async () => {
    const given = { search: '?lane=machines' }
    const answer = await dashboard.call(serveDashboard('read', listLane), 'GET', '/api/desk/approvals', given)
    return ((await answer.json()) as ProposalList).revoked
  }
  const sent = async () => (await standin.received()).filter(({ operation }) => operation === 'changeAutochargeStatus').length

  it('says so, in the list as well, and can only be declined', async () => {
    const [id, other] = [await proposed(), await proposed()]
    expect([(await open(id)).blocked, await revokedOnes()]).toEqual([null, []])
    await revoke(id)
    expect(await open(id)).toMatchObject({ blocked: `${admin.name} revoked the token of this machine.`, effectHash: '' })
    expect([(await open(other)).blocked, await revokedOnes()]).toEqual([null, [id]])
    expect(await decide(id, { approve: false })).toMatchObject({ status: 200, says: { state: 'declined' } })
    expect(await revokedOnes()).toEqual([])
  })

  it('isn’t pressed by whoever had opened it before', async () => {
    const id = await proposed()
    const { effectHash } = await open(id)
    await revoke(id)
    expect(await decide(id, { effectHash })).toMatchObject({ status: 409, says: { code: 'token_revoked' } })
    expect([await sent(), (await rowOf(id)).state]).toEqual([0, 'waiting'])
  })

  it('isn’t pressed, either, where a manager would be asked', async () => {
    await addApprovalRule(admin, { operation: 'changeAutochargeStatus', condition: 'always', threshold: null }, noClaim)
    const id = await proposed()
    const { effectHash } = await open(id)
    const looked = { approval_id: id, account_id: (await dashboard.account('agent')).accountId }
    await (await database()).updateTable('proposal_looks').set(looked).where('approval_id', '=', id).execute()
    await revoke(id)
    expect(await decide(id, { effectHash }, 'agent')).toMatchObject({ status: 409, says: { code: 'token_revoked' } })
  })
})
