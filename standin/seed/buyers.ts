import type { Buyer } from '../records'
import { cascade } from './cascade'
import { arabicName, dinar, emojiName, nothing, southbayReader, yen } from './customers'
import { cancelledAndFrozen, ended } from './endings'
import { longHistory } from './long-history'
import { doubts, oldVoucher, settledTwice, threeTokens } from './payments'
import { newValues, oddFields } from './surprises'

/** The buyers of all stories, in their order. Ids are always the same; dates are relative to `now`, except those of example 6.1. */
export const seededBuyers = (now: Date): Buyer[] => [
  cascade(now),
  settledTwice(now),
  doubts(now),
  longHistory(now),
  cancelledAndFrozen(now),
  threeTokens(now),
  yen(now),
  dinar(now),
  arabicName(now),
  emojiName(now),
  nothing(),
  newValues(now),
  oldVoucher(now),
  oddFields(now),
  ended(now),
  southbayReader(now),
]
