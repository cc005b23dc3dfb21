import { command } from '../declare/operation'
import { initialOrder, paymentPage } from '../schemas/initial-order'
import { entity } from '../schemas/tolerant'

export const createInitialOrder = command('createInitialOrder', {
  summary: 'Create an order and get its payment link',
  method: 'POST',
  path: '/api/v3/initials/url',
  right: 'act',
  headers: ['x-analytics-client-id'],
  body: initialOrder,
  answer: entity(paymentPage),
  repeat: 'makes',
  target: 'order',
})
