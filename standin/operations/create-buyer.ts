import { randomUUID } from 'node:crypto'
import { BodyReader, refuseBadFields } from '../body-reader'
import { emailTaken, invalid } from '../errors'
import { isCountry, isEmail, isLocale } from '../formats'
import { entity, type Operation } from './operation'

/**
 * service-interface, endpoint 1. What happens to an e-mail that is taken, or to a merchant code that is not the key's own, is not
 * stated. Our reading: the first is the 409 that a change of e-mail documents, the second a validation failure.
 */
export const createBuyer: Operation = {
  name: 'createBuyer',
  method: 'POST',
  path: '/api/v2/buyers',
  run({ world, account, body: given }) {
    const body = new BodyReader(given)
    const merchantCode = body.text('merchantCode', { is: (text) => text === account.code, as: 'the code of this merchant' })
    const email = body.text('email', { is: isEmail, as: 'an e-mail address' })
    const country = body.text('country', { is: isCountry, as: 'an ISO 3166-1 alpha-2 code' })
    const zip = body.optionalText('zip')
    const state = body.optionalText('state')
    const locale = body.optionalText('locale', { is: isLocale, as: 'an ISO 639 set 1 code' })
    const buyerMeta = body.optionalObject('buyerMeta')
    refuseBadFields(body, invalid)
    if (world.buyerByEmail(account.code, email)) throw emailTaken()

    const id = randomUUID()
    world.buyers.push({
      id,
      merchantCode,
      email,
      country,
      zip,
      state,
      locale,
      buyerMeta,
      subscriptions: [],
      chargeMethods: [],
      orders: [],
    })
    return { status: 201, body: entity({ id }) }
  },
}
