import { changeAutochargeStatus } from './change-autocharge-status'
import { changeBuyerEmail } from './change-buyer-email'
import { changeExpirationDate } from './change-expiration-date'
import { createBuyer } from './create-buyer'
import { createInitialOrder } from './create-initial-order'
import { downgradeSubscription } from './downgrade-subscription'
import { findBuyerByEmail } from './find-buyer-by-email'
import { getChargeHistory } from './get-charge-history'
import { getOneClickPrices } from './get-one-click-prices'
import { listDowngradeTargets } from './list-downgrade-targets'
import { listSubscriptions } from './list-subscriptions'
import { listTokens } from './list-tokens'
import type { Operation } from './operation'
import { disableToken, enableToken } from './switch-token'

/** The ten of the interface document in its order, then the extra reads. */
export const operations: readonly Operation[] = [
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
]
