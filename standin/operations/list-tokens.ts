import { collection, type Operation } from './operation'
import { underBuyer } from './paths'

/** service-facts 3.2. `total` counts methods. That a token shows the buyer's present e-mail, not that of its making, is our reading. */
export const listTokens: Operation = {
  name: 'listTokens',
  method: 'GET',
  path: underBuyer('v3', '/tokens'),
  isExtraRead: true,
  run({ world, account, params }) {
    const { chargeMethods, email } = world.buyer(account.code, params.buyerId)
    const methods = chargeMethods.map((method) => ({ ...method, tokens: method.tokens.map((token) => ({ ...token, email })) }))
    return { status: 200, body: collection(methods, methods.length) }
  },
}
