import { randomUUID } from 'node:crypto'
import { BodyReader, refuseBadFields } from '../body-reader'
import { emailTaken, invalid, invalidWithoutUuid, notFound } from '../errors'
import { isCountry, isEmail, isLocale } from '../formats'
import { entity, type Operation, underBuyer } from './operation'

/**
 * service-interface, endpoint 1. What happens to an e-mail that is taken, or to a merchant code that is not the key's own, is not
 * stated. Our reading: the first is the 409 that a change of e-mail documents, the second a validation failure.
 */
export const createBuyer: Operation = {
  name: 'createBuyer',
  method: 'POST',
  path: '/api/v2/buyers',
  run({ world, merchant, body: given }) {
    const body = new BodyReader(given)
    const merchantCode = body.text('merchantCode', { is: (text) => text === merchant.code, as: 'the code of this merchant' })
    const email = body.text('email', { is: isEmail, as: 'an e-mail address' })
    const country = body.text('country', { is: isCountry, as: 'an ISO 3166-1 alpha-2 code' })
    const zip = body.optionalText('zip')
    const state = body.optionalText('state')
    const locale = body.optionalText('locale', { is: isLocale, as: 'an ISO 639 set 1 code' })
    const buyerMeta = body.optionalObject('buyerMeta')
    refuseBadFields(body, invalid)
    if (world.buyerByEmail(merchant.code, email)) throw emailTaken()

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

/** service-facts 3.1. The key is `buyerId` here, though creating a buyer calls it `id`. */
export const findBuyerByEmail: Operation = {
  name: 'findBuyerByEmail',
  method: 'GET',
  path: '/api/v2/buyers/email/:email',
  isExtraRead: true,
  run({ world, merchant, params }) {
    const email = params.email ?? ''
    if (!isEmail(email)) throw invalid([{ field: 'email', title: 'Must be an e-mail address.' }])
    const buyer = world.buyerByEmail(merchant.code, email)
    if (!buyer) throw notFound()
    return { status: 200, body: entity({ buyerId: buyer.id }) }
  },
}

/**
 * service-interface, endpoint 8. Whether an e-mail is "already taken" when the buyer has it already is not stated. Here it is, so a
 * change sent twice is answered 204 and then 409, and a client has to live with the ambiguity.
 */
export const changeBuyerEmail: Operation = {
  name: 'changeBuyerEmail',
  method: 'PATCH',
  path: underBuyer('v2'),
  run({ world, merchant, params, body: given }) {
    const buyer = world.buyer(merchant.code, params.buyerId)
    const body = new BodyReader(given)
    const email = body.text('email', { is: isEmail, as: 'an e-mail address' })
    refuseBadFields(body, invalidWithoutUuid)
    if (world.buyerByEmail(merchant.code, email)) throw emailTaken()

    buyer.email = email
    return { status: 204 }
  },
}
