import { randomUUID } from 'node:crypto'
import type { Role } from '@/lib/core/roles'
import type { Person } from '@/lib/people/server/sessions'
import type { RefundedCharge } from '../refund'
import type { RefundFilter } from '../refund-filter'
import type { NewRefund } from './ask-refund'

export const somebody = (accountId: string, role: Role): Person => ({
  accountId,
  sessionId: randomUUID(),
  email: `${accountId}@desk.test`,
  name: `The ${accountId}`,
  role,
})

export const agent = somebody('agent', 'agent')
export const finance = somebody('finance', 'finance')
export const manager = somebody('manager', 'manager')

export const charge: RefundedCharge = {
  orderId: 'Tw1ceP4d',
  chargeId: 'c-1',
  buyer: 'odile@example.test',
  country: 'fr',
  products: ['Northwind Plus'],
  status: 'settled',
  createdAt: '2026-11-02 09:00:00',
  amount: '42.84',
  usd: '46.11',
  method: 'visa ••0119',
  descriptor: 'NW',
  provider: 'acq',
  mid: 'acq_nw',
  providerTransaction: '=pay_1',
  doubts: [],
}

/** A refund of the whole charge, or of another amount or charge. */
export const asked = ({
  chargeId = randomUUID(),
  amount = '42.84',
  ...more
}: Partial<NewRefund> & { chargeId?: string } = {}) => ({
  id: randomUUID(),
  merchant: 'northwind',
  buyerId: '83b5ce0d-119e-46aa-98b8-b47d67a58213',
  currency: 'EUR',
  amount,
  reason: 'Paid twice, says odile@example.test',
  ticket: 'T-1',
  charge: { ...charge, chargeId },
  ...more,
})

export const noFilter: RefundFilter = {
  ...{ state: null, provider: null, currency: null, person: null, file: null },
  ...{ from: null, to: null, find: null, sort: null },
}
