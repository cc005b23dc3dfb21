import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CommandName, commands } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendCommand } from './ask'

// What a command has set may be told under any name, in any place and in any form.

beforeEach(() => startWith())

const other = randomUUID()
const tokenId = validBodies.disableToken.chargeMethodTokenId

const answered = async (name: CommandName, answer: unknown, body: object = validBodies[name]) =>
  sendCommand(
    commands[name] as Operation<'command'>,
    requestTo((await listener(json(200, answer))).url, { params: { buyerId, subscriptionId }, body }),
  )
const codeOf = async (...given: Parameters<typeof answered>) => {
  const { proves, code } = await failureIn(answered(...given))
  return [proves, code]
}

const subscription = (more: object = {}) => ({
  data: {
    id: subscriptionId,
    buyerId,
    status: 'active',
    autoChargeStatus: validBodies.changeAutochargeStatus.autochargeStatus,
    ...more,
  },
  meta: { type: 'entity' },
})

describe('a success that doesn’t tell clearly what is set proves nothing', () => {
  const { autochargeStatus } = validBodies.changeAutochargeStatus
  const { expirationDate } = validBodies.changeExpirationDate
  const { productId } = validBodies.downgradeSubscription
  const unclear: [CommandName, object][] = [
    ['changeAutochargeStatus', { autoChargeStatus: [autochargeStatus] }],
    ['changeAutochargeStatus', { autoChargeStatus: { value: autochargeStatus } }],
    ['changeAutochargeStatus', { autoChargeStatus: 2 }],
    ['changeAutochargeStatus', { autochargeStatus: !autochargeStatus }],
    ['changeAutochargeStatus', { auto_charge_status: !autochargeStatus }],
    ['changeExpirationDate', { endDate: { date: `${expirationDate} 00:00:00`, timezone: 'UTC' } }],
    ['changeExpirationDate', { endDate: [expirationDate] }],
    ['changeAutochargeStatus', { auto\u0421hargeStatus: !autochargeStatus }],
    ['changeAutochargeStatus', { subscription: { autoChargeStatus: !autochargeStatus } }],
    ['changeExpirationDate', { endDate: 'soon' }],
    ['changeExpirationDate', { endDate: Date.parse(expirationDate) / 1_000 }],
    ['changeExpirationDate', { endDate: '0000-00-00 00:00:00' }],
    ['changeExpirationDate', { subscription: { endDate: '2031-01-01' } }],
    ['changeExpirationDate', { end_date: '2031-01-01' }],
    ['changeExpirationDate', { expirationDate: '2031-01-01' }],
    ['downgradeSubscription', { product: [{ id: productId }] }],
    ['downgradeSubscription', { product_id: other }],
    ['downgradeSubscription', { productId: other }],
  ]
  it.each(unclear)('%s: %j', async (name, told) => {
    expect(await codeOf(name, subscription(told))).toEqual(['unknown', 'unclear_answer'])
  })

  it.each<[CommandName, object]>([
    ['disableToken', { enabled: true }],
    ['disableToken', { is_enabled: 'yes' }],
    ['disableToken', { isDisabled: false }],
    ['enableToken', { token: { id: tokenId, disabled: 1 } }],
    ['enableToken', { token: { id: tokenId, isEnabled: false } }],
    ['disableToken', { tokens: [{ id: tokenId, isEnabled: true }] }],
  ])('%s: %j', async (name, told) => {
    expect(await codeOf(name, { data: { buyerId, ...told } })).toEqual(['unknown', 'unclear_answer'])
  })

  it.each<[CommandName, object]>([
    ['changeAutochargeStatus', { auto_charge_status: autochargeStatus, autoChargeStatus: null }],
    ['changeExpirationDate', { endDate: `${expirationDate}T10:00:00+00:00`, end_date: expirationDate, autoChargeStatus: [1] }],
    ['downgradeSubscription', { product: { id: productId, enabled: false }, productId: productId.toUpperCase() }],
    ['downgradeSubscription', { product: 'null' }],
    ['downgradeSubscription', { productId: `{${productId}}`, id: `{${subscriptionId}}`, buyerId: buyerId.replaceAll('-', '') }],
    ['changeAutochargeStatus', { autoChargeStatus: undefined, auto\u0421hargeStatus: !autochargeStatus }],
    ['changeAutochargeStatus', { auto\u0421hargeStatus: autochargeStatus, subscription: { autoChargeStatus: autochargeStatus } }],
    ['changeExpirationDate', { endDate: '2031-01-01T00:00:00+00:00' }],
  ])('but is believed where it fits: %s, %j', async (name, told) => {
    await answered(name, subscription(told))
  })
})

it.each([{ meta: { type: 'entity', autoChargeStatus: false } }, { autoChargeStatus: false }])(
  'nor does one that tells another value beside what it’s about: %j',
  async (beside) => {
    const answer = { ...subscription({ autoChargeStatus: true }), ...beside }
    expect(await codeOf('changeAutochargeStatus', answer, { autochargeStatus: true })).toEqual(['unknown', 'unclear_answer'])
  },
)
