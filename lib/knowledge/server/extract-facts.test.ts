import { describe, expect, it } from 'vitest'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { ruledCommand } from '@/lib/operations/rules'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { extractFacts } from './extract-facts'

const subscription = { id: subscriptionId, status: 'active', endDate: '2099-06-30T12:00:00+00:00', autoChargeStatus: false }
const billingInfo = { firstName: 'Ada', ipAddress: '203.0.113.5', country: 'de' }
const charge = { chargeId: 'c-1', amount: '1.00', status: 'settled', createdAt: '2026-01-01 10:00:00', billingInfo }

/** An answer of the service to each operation, and a fact it must leave behind; null where it names no buyer. */
const answers: Record<
  keyof typeof operations,
  { answer: unknown; fact: [entity: string, field: string, value: unknown] | null }
> = {
  createBuyer: { answer: { data: { id: buyerId } }, fact: ['buyer', 'email', validBodies.createBuyer.email] },
  disableToken: { answer: undefined, fact: ['token:1190417', 'isEnabled', false] },
  enableToken: { answer: undefined, fact: ['token:1190417', 'isEnabled', true] },
  createInitialOrder: { answer: { data: { url: 'https://pay.example.test/x' } }, fact: null },
  changeAutochargeStatus: { answer: { data: subscription }, fact: [`subscription:${subscriptionId}`, 'autoChargeStatus', false] },
  changeExpirationDate: {
    answer: { data: subscription },
    fact: [`subscription:${subscriptionId}`, 'endDate', subscription.endDate],
  },
  downgradeSubscription: { answer: { data: subscription }, fact: [`subscription:${subscriptionId}`, 'status', 'active'] },
  changeBuyerEmail: { answer: undefined, fact: ['buyer', 'email', validBodies.changeBuyerEmail.email] },
  getOneClickPrices: { answer: { data: { currency: 'EUR', bundles: [] } }, fact: ['buyer', 'priceCurrency', 'EUR'] },
  getChargeHistory: {
    answer: { data: [{ orderId: 'o-1', charges: [charge] }], meta: { total: 1 } },
    fact: ['buyer', 'country', 'DE'],
  },
  findBuyerByEmail: { answer: { data: { buyerId } }, fact: ['buyer', 'email', 'ada@example.test'] },
  listTokens: {
    answer: { data: [{ id: 'm-1', value: '0119', paymentMethodType: 'card', tokens: [{ id: 7, isEnabled: true }] }] },
    fact: ['token:7', 'isEnabled', true],
  },
  listSubscriptions: { answer: { data: [subscription] }, fact: ['buyer', 'listedSubscriptions', [subscriptionId]] },
  listDowngradeTargets: {
    answer: { data: { products: [{ id: 'p-1', code: 'P1', name: 'One' }] } },
    fact: [`subscription:${subscriptionId}`, 'downgradeTargets', [{ id: 'p-1', code: 'P1', name: 'One' }]],
  },
}

describe('every answer that passes leaves facts', () => {
  it.each(Object.values(operations) as Operation[])('$name', (operation) => {
    const { answer, fact } = answers[operation.name as keyof typeof operations]
    const params = { buyerId, subscriptionId, email: 'ada@example.test' }
    const named = Object.fromEntries(Object.entries(params).filter(([name]) => operation.path.includes(`{${name}}`)))
    const body = (validBodies as Record<string, object>)[operation.name]
    const exchange = { operation, params: named, body }
    const read = operation.answer.parse(answer)
    const learnt = ruledCommand(operation.name)?.rules.learns(read, { params: named, body }) ?? extractFacts(exchange, read)
    expect(learnt.buyerId).toBe(fact === null ? null : buyerId)
    if (fact !== null) {
      const [entity, field, value] = fact
      expect(learnt.facts).toContainEqual({ entity, field, value })
    }
  })

  it('a part of the subscriptions is not taken for all of them', () => {
    const exchange = { operation: operations.listSubscriptions, params: { buyerId }, search: { ids: [subscriptionId] } }
    const { facts } = extractFacts(exchange, operations.listSubscriptions.answer.parse({ data: [subscription] }))
    expect(facts.map(({ entity }) => entity)).not.toContain('buyer')
  })
})
