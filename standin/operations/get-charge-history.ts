import type { Order } from '../records'
import { collection, type Operation } from './operation'
import { listed, page } from './paging'
import { underBuyer } from './paths'

/** service-interface, endpoint 10, with the query of service-facts 2.13. `total` counts orders; samples are oldest first. */
export const getChargeHistory: Operation = {
  name: 'getChargeHistory',
  method: 'GET',
  path: underBuyer('v3', '/charge/history'),
  run({ world, account, params, query, habits }) {
    const { orders } = world.buyer(account.code, params.buyerId)
    const wanted = listed(query, 'orderIds')
    const matching = wanted.length > 0 ? orders.filter((order) => wanted.includes(order.orderId)) : orders
    const { part, offset } = page(habits.newestFirst ? matching.toReversed() : matching, query, habits)
    return { status: 200, body: collection(habits.otherSpellings ? part.map(respelled) : part, matching.length, offset) }
  },
}

/** The newest table writes quantities as integers (D61) and puts the order's metaData in (D67). */
const respelled = (order: Order) => ({
  ...order,
  metaData: {},
  products: order.products.map((product) => ({ ...product, quantity: Number(product.quantity) })),
})
