import { command } from '../declare/operation'
import { initialOrder, paymentPage } from '../schemas/initial-order'
import { entity } from '../schemas/tolerant'

export const createInitialOrder = command('createInitialOrder', {
  summary: 'Create an order and get its payment link',
  method: 'POST',
  path: '/api/v3/initials/url',
  right: 'act',
  body: initialOrder,
  answer: entity(paymentPage),
  stale: [],
  repeat: 'makes',
  target: 'order',
  headers: ['x-analytics-client-id'],
})
