import { BodyReader, refuseBadFields } from '../body-reader'
import { emailTaken, invalidWithoutUuid } from '../errors'
import { isEmail } from '../formats'
import type { Operation } from './operation'
import { underBuyer } from './paths'

/**
 * service-interface, endpoint 8. Whether an e-mail is "already taken" when the buyer has it already is not stated. Here it is, so a
 * change sent twice is answered 204 and then 409, and a client has to live with the ambiguity.
 */
export const changeBuyerEmail: Operation = {
  name: 'changeBuyerEmail',
  method: 'PATCH',
  path: underBuyer('v2'),
  run({ world, account, params, body: given }) {
    const buyer = world.buyer(account.code, params.buyerId)
    const body = new BodyReader(given)
    const email = body.text('email', { is: isEmail, as: 'an e-mail address' })
    refuseBadFields(body, invalidWithoutUuid)
    if (world.buyerByEmail(account.code, email)) throw emailTaken()

    buyer.email = email
    return { status: 204 }
  },
}
