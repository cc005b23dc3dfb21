import * as z from 'zod/mini'
import { command, query } from './operation'
import { autochargeRequest } from './schemas/autocharge-request'
import { readableOrNot } from './schemas/charge-history'
import { downgradeTargets } from './schemas/downgrade-targets'
import { collection, entity, nothing } from './schemas/envelope'
import { initialOrder, paymentPage } from './schemas/initial-order'
import { priceRequest } from './schemas/price-request'
import { priceResult } from './schemas/price-result'
import { country, couponCode, day, email, filled, keyValues, line, locale, uuid, whole, wholeText } from './schemas/scalars'
import { subscription } from './schemas/subscription'
import { paymentMethod } from './schemas/tokens'
import { requiredText } from './schemas/tolerant'

// What the service does: its ten operations in the order of its interface document, then the reads beside them.
// A declaration is all there is: the route handler, the client's query, the form and docs/api.md are derived from it.

export const createBuyer = command('createBuyer', {
  summary: 'Record a buyer who has no subscription yet',
  method: 'POST',
  path: '/api/v2/buyers',
  right: 'act',
  body: z.strictObject({
    merchantCode: z.optional(filled(64, 'Give the merchant code')), // the merchant account's own; filled in where it is left out
    email,
    country,
    zip: z.nullish(line(32)),
    state: z.nullish(line(64)),
    locale: z.optional(locale),
    buyerMeta: z.optional(keyValues),
  }),
  answer: entity(z.object({ id: requiredText })),
  stale: ['findBuyerByEmail'],
  repeat: 'makes',
  target: 'email',
  success: 201,
})

// Without a token id the service may act on every token (service-facts 2.10, D22), so ours is required.
const oneToken = z.strictObject({ chargeMethodTokenId: whole(1, 2_147_483_647) })

export const disableToken = command('disableToken', {
  summary: 'Stop a payment-method token from being charged',
  method: 'PUT',
  path: '/api/v3/buyers/{buyerId}/disable-token',
  right: 'act',
  body: oneToken,
  answer: nothing,
  stale: ['listTokens', 'listSubscriptions', 'getOneClickPrices'],
  repeat: 'sets',
  target: 'token',
})

export const enableToken = command('enableToken', {
  summary: 'Let a payment-method token be charged again',
  method: 'PUT',
  path: '/api/v3/buyers/{buyerId}/enable-token',
  right: 'act',
  body: oneToken,
  answer: nothing,
  stale: ['listTokens', 'listSubscriptions', 'getOneClickPrices'],
  repeat: 'sets',
  target: 'token',
})

export const createInitialOrder = command('createInitialOrder', {
  summary: 'Open an order and get the address of its payment page',
  method: 'POST',
  path: '/api/v3/initials/url',
  right: 'act',
  headers: ['x-analytics-client-id'],
  body: initialOrder,
  answer: entity(paymentPage),
  repeat: 'makes',
  target: 'order',
})

export const changeAutochargeStatus = command('changeAutochargeStatus', {
  summary: 'Turn the automatic charging of a subscription on or off',
  method: 'POST',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/change_autocharge_status',
  right: 'act',
  body: autochargeRequest,
  answer: entity(subscription),
  stale: ['listSubscriptions', 'getOneClickPrices'],
  repeat: 'sets',
  target: 'subscription',
})

export const changeExpirationDate = command('changeExpirationDate', {
  summary: 'Move the end date of a subscription without taking a payment',
  method: 'POST',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/change_expiration_date',
  right: 'act',
  body: z.strictObject({ expirationDate: day, reason: filled(255, 'Say why') }),
  answer: entity(subscription),
  stale: ['listSubscriptions', 'getChargeHistory'],
  repeat: 'sets', // but for today's date, which renews and so moves money
  target: 'subscription',
})

export const downgradeSubscription = command('downgradeSubscription', {
  summary: 'Move a subscription to a product of a lower plan',
  method: 'POST',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/downgrade',
  right: 'act',
  body: z.strictObject({ productId: uuid }),
  answer: entity(subscription),
  stale: ['listSubscriptions', 'listDowngradeTargets', 'getChargeHistory', 'getOneClickPrices'],
  repeat: 'acts',
  target: 'subscription',
})

export const changeBuyerEmail = command('changeBuyerEmail', {
  summary: 'Change the e-mail of a buyer',
  method: 'PATCH',
  path: '/api/v2/buyers/{buyerId}',
  right: 'act',
  body: z.strictObject({ email }),
  answer: nothing,
  stale: ['findBuyerByEmail', 'listTokens'],
  repeat: 'ambiguous',
  target: 'buyer',
})

export const getOneClickPrices = query('getOneClickPrices', {
  summary: 'Price bundles of products for a buyer, with discounts, coupons and tax',
  method: 'POST',
  path: '/api/v3/buyers/{buyerId}/products/bundles',
  right: 'read',
  body: priceRequest,
  answer: collection(priceResult),
})

const window = { limit: z.optional(wholeText('Give how many')), offset: z.optional(wholeText('Give how many to skip')) }
/** `name[]=a&name[]=b` in the address. */
const several = <T extends z.ZodMiniType<string>>(item: T) => z.optional(z.array(item).check(z.maxLength(100, 'At most 100')))

export const getChargeHistory = query('getChargeHistory', {
  summary: 'List the orders of a buyer with their charges and products',
  method: 'GET',
  path: '/api/v3/buyers/{buyerId}/charge/history',
  right: 'read',
  search: z.strictObject({ ...window, orderIds: several(filled(64, 'Give an order id')) }),
  body: nothing,
  answer: collection(z.array(readableOrNot)),
  large: true,
})

export const findBuyerByEmail = query('findBuyerByEmail', {
  summary: 'Find the buyer who has exactly this e-mail',
  method: 'GET',
  path: '/api/v2/buyers/email/{email}',
  right: 'read',
  body: nothing,
  answer: entity(z.object({ buyerId: requiredText })),
  extra: true,
})

export const listTokens = query('listTokens', {
  summary: 'List the payment methods of a buyer with their tokens',
  method: 'GET',
  path: '/api/v3/buyers/{buyerId}/tokens',
  right: 'read',
  body: nothing,
  answer: collection(z.array(paymentMethod)),
  extra: true,
})

export const listSubscriptions = query('listSubscriptions', {
  summary: 'List the subscriptions of a buyer',
  method: 'GET',
  path: '/api/v2/buyers/{buyerId}/subscriptions',
  right: 'read',
  search: z.strictObject({ ...window, ids: several(uuid) }),
  body: nothing,
  answer: collection(z.array(subscription)),
  extra: true,
})

export const listDowngradeTargets = query('listDowngradeTargets', {
  summary: 'List the products a subscription can be moved down to',
  method: 'GET',
  path: '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/downgrade',
  right: 'read',
  search: z.strictObject({
    isMobile: z.optional(z.enum(['true', 'false'], 'Give true or false')),
    couponCode: z.optional(couponCode),
  }),
  body: nothing,
  answer: entity(downgradeTargets),
  extra: true,
})

export const operations = {
  createBuyer,
  disableToken,
  enableToken,
  createInitialOrder,
  changeAutochargeStatus,
  changeExpirationDate,
  downgradeSubscription,
  changeBuyerEmail,
  getOneClickPrices,
  getChargeHistory,
  findBuyerByEmail,
  listTokens,
  listSubscriptions,
  listDowngradeTargets,
}

export type Operations = typeof operations
export type OperationName = keyof Operations
