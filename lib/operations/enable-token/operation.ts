import { command } from '../declare/operation'
import { oneToken, tokenState } from '../schemas/tokens'
import { nothing } from '../schemas/tolerant'

export const enableToken = command('enableToken', {
  summary: 'Enable a disabled token',
  method: 'PUT',
  path: '/api/v3/buyers/{buyerId}/enable-token',
  right: 'act',
  body: oneToken,
  answer: nothing,
  mayTell: tokenState,
  sets: () => ({ isEnabled: true }),
  stale: ['listTokens', 'listSubscriptions', 'getOneClickPrices'],
  repeat: 'sets',
  target: 'token',
  headers: [],
})
