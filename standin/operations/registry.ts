import { changeBuyerEmail, createBuyer, findBuyerByEmail } from './buyers'
import { getOneClickPrices } from './get-one-click-prices'
import { listDowngradeTargets } from './list-downgrade-targets'
import type { Operation } from './operation'
import { createInitialOrder, getChargeHistory } from './orders'
import { changeAutochargeStatus, changeExpirationDate, downgradeSubscription, listSubscriptions } from './subscriptions'
import { disableToken, enableToken, listTokens } from './tokens'

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
