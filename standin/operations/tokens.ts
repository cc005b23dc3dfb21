import { BodyReader, refuseBadFields } from '../body-reader'
import { invalid, notFound } from '../errors'
import { withoutZone } from '../time'
import { collection, type Operation, underBuyer } from './operation'

/** service-facts 3.2. `total` counts methods. That a token shows the buyer's present e-mail, not that of its making, is our reading. */
export const listTokens: Operation = {
  name: 'listTokens',
  method: 'GET',
  path: underBuyer('v3', '/tokens'),
  isExtraRead: true,
  run({ world, merchant, params }) {
    const { chargeMethods, email } = world.buyer(merchant.code, params.buyerId)
    const methods = chargeMethods.map((method) => ({ ...method, tokens: method.tokens.map((token) => ({ ...token, email })) }))
    return { status: 200, body: collection(methods, methods.length) }
  },
}

/**
 * service-interface, endpoints 2 and 3. A request without chargeMethodTokenId is refused: what it does is stated nowhere
 * (service-facts 2.10), and one revision calls the field mandatory (D22). Setting a token to the state it has already is a success
 * that changes nothing.
 */
const switchToken = (name: string, verb: string, isEnabled: boolean): Operation => ({
  name,
  method: 'PUT',
  path: underBuyer('v3', `/${verb}-token`),
  run({ world, merchant, params, body: given }) {
    const buyer = world.buyer(merchant.code, params.buyerId)
    const body = new BodyReader(given)
    const tokenId = body.number('chargeMethodTokenId', Number.isSafeInteger, 'an integer')
    refuseBadFields(body, invalid)

    const token = buyer.chargeMethods.flatMap((method) => method.tokens).find((candidate) => candidate.id === tokenId)
    if (!token) throw notFound()
    if (token.isEnabled !== isEnabled) {
      token.isEnabled = isEnabled
      token.updatedAt = withoutZone(world.now())
    }
    return { status: 204 }
  },
})

export const disableToken = switchToken('disableToken', 'disable', false)
export const enableToken = switchToken('enableToken', 'enable', true)
