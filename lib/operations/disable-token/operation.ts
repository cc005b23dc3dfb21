import { command } from '../declare/operation'
import { oneToken, tokenState } from '../schemas/tokens'
import { nothing } from '../schemas/tolerant'

export const disableToken = command('disableToken', {
  summary: 'Disable a token so it can’t be charged',
  method: 'PUT',
  path: '/api/v3/buyers/{buyerId}/disable-token',
  right: 'act',
  body: oneToken,
  answer: nothing,
  mayTell: tokenState,
  sets: () => ({ isEnabled: false }),
  stale: ['listTokens', 'listSubscriptions', 'getOneClickPrices'],
  repeat: 'sets',
  target: 'token',
  headers: [],
})
