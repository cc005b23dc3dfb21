import { findBuyerByEmail } from './find-buyer-by-email'
import { getChargeHistory } from './get-charge-history'
import { getOneClickPrices } from './get-one-click-prices'
import { listDowngradeTargets } from './list-downgrade-targets'
import { listSubscriptions } from './list-subscriptions'
import { listTokens } from './list-tokens'

/** What is asked of the service: two operations of its interface document, then the reads beside them. */
export const queries = {
  getOneClickPrices,
  getChargeHistory,
  findBuyerByEmail,
  listTokens,
  listSubscriptions,
  listDowngradeTargets,
}

export { findBuyerByEmail, getChargeHistory, getOneClickPrices, listDowngradeTargets, listSubscriptions, listTokens }
