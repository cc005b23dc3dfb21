import { subscriptionListed } from '../subscriptions/subscription-answer'
import { collection, type Operation } from './operation'
import { listed, page } from './paging'
import { underBuyer } from './paths'

/** service-facts 3.3. No 404 is listed for it, so an unknown buyer has an empty list. */
export const listSubscriptions: Operation = {
  name: 'listSubscriptions',
  method: 'GET',
  path: underBuyer('v2', '/subscriptions'),
  isExtraRead: true,
  run({ world, account, params, query, habits }) {
    const buyer = world.buyers.find(({ id, merchantCode }) => id === params.buyerId && merchantCode === account.code)
    const all = buyer?.subscriptions.map((subscription) => subscriptionListed(buyer, subscription)) ?? []
    const wanted = listed(query, 'ids')
    const matching = wanted.length > 0 ? all.filter(({ id }) => wanted.includes(id)) : all
    const { part, offset } = page(matching, query, habits)
    return { status: 200, body: collection(part, matching.length, offset) }
  },
}
