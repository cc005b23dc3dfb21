import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decideRequest } from '@/lib/agents/server/proposal-handlers'
import { type Approval, type ApprovalCondition, approvalConditions, conditionsFor } from '@/lib/commands/approval'
import { addRule, ask, detail } from '@/lib/commands/server/approval-handlers'
import { nothingOpen } from '@/lib/commands/server/commands-for-tests'
import { preview } from '@/lib/commands/server/preview-handlers'
import type { VerbName } from '@/lib/commands/verb-words'
import { bodyOf, type CommandValues, verbNamed } from '@/lib/commands/verbs'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { type OperationName, type Operations, operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { findBuyerByEmail, getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { orderBody } from '@/lib/prices/order-body'
import { emptyLine, emptyOrder } from '@/lib/prices/order-values'
import { seededProduct } from '@/standin/catalogue/products'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { Dashboard } from './dashboard'

type CommandName = { [N in OperationName]: Operations[N] extends Operation<'command'> ? N : never }[OperationName]

/** A command as it is wanted: what its form makes of what is typed, and what a program may write for the same. */
type ExpectedCell = {
  name: string
  params?: Record<string, string>
  typed: Record<string, unknown>
  written?: object
  headers?: Record<string, string>
}

const { buyer: buyerId, activeSubscription: subscriptionId, enabledToken, disabledToken } = ids.cascade
const ofBuyer = { buyerId }
const ofSubscription = { buyerId, subscriptionId }
const form = (verb: VerbName, values: CommandValues, tokenId: number | null = null) =>
  bodyOf(verbNamed(verb), values, { tokenId, today: '' })
const order = {
  ...emptyOrder,
  products: [{ ...emptyLine, productCode: ' NWPLUS12 ', quantity: '2' }],
  discount: '40',
  returnUrl: 'https://shop.example.test/thanks?o={k}',
  metaData: [{ name: 'k', value: '1' }],
}
const later = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)

/** A command that is added without a row here fails the type check and the first test. */
const rows: Record<CommandName, ExpectedCell[]> = {
  createBuyer: [
    {
      name: 'a new buyer',
      typed: form('createBuyer', { email: ' new@example.test', country: 'DE', locale: 'de' }),
      written: { merchantCode: 'northwind', email: 'new@example.test ', country: 'de', buyerMeta: {} },
    },
  ],
  disableToken: [{ name: 'a token off', params: ofBuyer, typed: form('disableToken', {}, enabledToken) }],
  enableToken: [{ name: 'a token on', params: ofBuyer, typed: form('enableToken', {}, disabledToken) }],
  createInitialOrder: [
    {
      name: 'a link for a typed e-mail',
      typed: orderBody({ ...order, email: ' Tainara@example.test ', locale: 'pt' }),
      headers: { 'x-analytics-client-id': 'GA1.2.3' },
    },
    {
      name: 'a link for a known buyer',
      typed: orderBody({ ...order, buyerId }),
      written: { ...orderBody({ ...order, buyerId: buyerId.toUpperCase() }), metaData: {} },
    },
  ],
  changeAutochargeStatus: [
    { name: 'autocharge off', params: ofSubscription, typed: form('autochargeOff', { reason: ' Asked by phone ' }) },
    { name: 'autocharge on', params: ofSubscription, typed: form('autochargeOn', {}) },
  ],
  changeExpirationDate: [
    {
      name: 'a later end date',
      params: ofSubscription,
      typed: form('changeEndDate', { expirationDate: later, reason: 'Goodwill ' }),
    },
  ],
  downgradeSubscription: [
    { name: 'a downgrade', params: ofSubscription, typed: form('downgrade', { productId: seededProduct('NWCLOUD1').id }) },
  ],
  changeBuyerEmail: [{ name: 'another e-mail', params: ofBuyer, typed: form('changeEmail', { email: ' Other@example.test' }) }],
}
const thresholds: Record<ApprovalCondition, number | null> = { always: null, laterByDays: 30, discountOver: 30 }

const everyCommand = Object.values(operations).flatMap((operation) => (operation.kind === 'command' ? [operation.name] : []))
const cells = Object.entries(rows).flatMap(([operation, wanted]) =>
  wanted.flatMap((each) =>
    conditionsFor(operation).map((condition) => ({ ...each, operation: operation as CommandName, condition })),
  ),
)

it('every command has its row', () => {
  expect(Object.keys(rows).sort()).toEqual(everyCommand.sort())
})

describe.each(engines)('on %s', (engine) => {
  let standin: Standin
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) }, engine)
  beforeAll(async () => {
    standin = await startStandin()
    dashboard.serviceAt(standin.url)
  })
  afterAll(() => standin.close())
  beforeEach(async () => {
    await standin.reset()
    await nothingOpen(await database())
    await (await database()).deleteFrom('approval_rules').execute()
    for (const read of [getChargeHistory, listTokens, listSubscriptions]) await dashboard.ask(read, { params: ofBuyer })
    await dashboard.ask(findBuyerByEmail, { params: { email: 'tainara@example.test' } })
  })

  const post = async (
    handler: Parameters<typeof serveDashboard>[1],
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) => dashboard.call(serveDashboard('read', handler), 'POST', path, { body, headers })
  const rule = (operation: string, condition: ApprovalCondition) =>
    dashboard.call(serveDashboard('settings', addRule), 'POST', '/api/desk/approval-rules', {
      body: { operation, condition, threshold: thresholds[condition] },
      as: 'admin' as const,
    })
  const delivered = async (operation: string) => (await standin.received()).filter((each) => each.operation === operation)

  async function granted(approvalId: string): Promise<Response> {
    const of = { params: { approvalId }, as: 'manager' as const }
    const path = `/api/desk/approvals/${approvalId}`
    const shown = await (await dashboard.call(serveDashboard<{ approvalId: string }>('read', detail), 'GET', path, of)).json()
    expect(shown).toMatchObject({ approval: { state: 'waiting' }, factsChanged: false })
    const body = { approve: true, effectHash: shown.effectHash, note: null }
    return dashboard.call(serveDashboard<{ approvalId: string }>('act', decideRequest), 'POST', `${path}/decide`, { ...of, body })
  }

  async function keeps({ operation, params = {}, headers = {} }: (typeof cells)[number], body: unknown): Promise<void> {
    const actionId = randomUUID()
    const asked = { operation, params, body, buyerAddress: null, actionId, ticket: 'T-1' }
    const first = await post(ask, '/api/desk/approvals', asked, headers)
    const approval: Approval = await first.json()
    expect([first.status, approval.state, await delivered(operation)]).toEqual([200, 'waiting', []])
    const answer = await granted(approval.id)
    expect([answer.headers.get('x-outcome'), answer.headers.get('x-action-id')]).toEqual(['done', actionId])
    const again = await dashboard.call(
      serveDashboard<{ approvalId: string }>('act', decideRequest),
      'POST',
      '/api/desk/approvals/-/decide',
      {
        params: { approvalId: approval.id },
        as: 'manager' as const,
        body: { approve: true, effectHash: '', note: null },
      },
    )
    expect([again.status, (await again.json()).code]).toEqual([409, 'decided'])
    const [sent, ...more] = await delivered(operation)
    expect([sent?.applied, sent?.headers['x-analytics-client-id'], more]).toEqual([true, headers['x-analytics-client-id'], []])
  }

  describe.each(cells)('$operation, $name, $condition', (cell) => {
    const { operation, condition, params = {}, typed, written = typed, headers = {} } = cell

    it('asked as the form asks it is granted once and sent once', async () => {
      const body = (operations[operation] as Operation).body.parse(typed)
      await rule(operation, condition)
      const shown = await post(preview, '/api/desk/preview', { operation, params, body: typed, buyerAddress: null })
      expect((await shown.json()).approval).toContain('manager')
      const held = await dashboard.ask(operations[operation], { params, body, headers })
      expect([held.status, (await held.json()).code]).toEqual([403, 'approval_required'])
      await keeps(cell, body)
    })

    it('asked by a program in its own spelling it is granted once and sent once', async () => {
      await rule(operation, condition)
      const spelled = Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.toUpperCase()]))
      await keeps({ ...cell, params: spelled }, written)
    })
  })

  it.each(everyCommand)('%s: an admin can choose the conditions that can hold for it, and no others', async (operation) => {
    const bodies = rows[operation as CommandName].map(({ typed }) => Object.keys(typed))
    const has = (field: string) => bodies.some((names) => names.includes(field))
    const canHold = { always: true, laterByDays: has('expirationDate'), discountOver: has('discount') }
    for (const condition of Object.keys(approvalConditions) as ApprovalCondition[]) {
      const answer = await rule(operation, condition)
      expect([condition, answer.status]).toEqual([condition, canHold[condition] ? 200 : 422])
    }
  })

  it.each([
    ['laterByDays', 'changeExpirationDate', null],
    ['always', 'createBuyer', 3],
  ])(
    'a rule is measured by a number where its condition has one, and only there: %s',
    async (condition, operation, threshold) => {
      const answer = await dashboard.call(serveDashboard('settings', addRule), 'POST', '/api/desk/approval-rules', {
        body: { operation, condition, threshold },
        as: 'admin' as const,
      })
      expect([answer.status, (await answer.json()).fields[0]?.field]).toEqual([422, 'threshold'])
    },
  )
})
