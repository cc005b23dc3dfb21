import { invalid, notFound } from '../errors'
import { isEmail } from '../formats'
import { entity, type Operation } from './operation'

/** service-facts 3.1. The key is `buyerId` here, though creating a buyer calls it `id`. */
export const findBuyerByEmail: Operation = {
  name: 'findBuyerByEmail',
  method: 'GET',
  path: '/api/v2/buyers/email/:email',
  isExtraRead: true,
  run({ world, account, params }) {
    const email = params.email ?? ''
    if (!isEmail(email)) throw invalid([{ field: 'email', title: 'Must be an e-mail address.' }])
    const buyer = world.buyerByEmail(account.code, email)
    if (!buyer) throw notFound()
    return { status: 200, body: entity({ buyerId: buyer.id }) }
  },
}
