import { query } from '../declare/operation'
import { priceRequest } from '../schemas/price-request'
import { priceResult } from '../schemas/price-result'
import { collection } from '../schemas/tolerant'

export const getOneClickPrices = query('getOneClickPrices', {
  summary: 'Price bundles of products for a buyer, with discounts, coupons and tax',
  method: 'POST',
  path: '/api/v3/buyers/{buyerId}/products/bundles',
  right: 'read',
  body: priceRequest,
  answer: collection(priceResult),
})
