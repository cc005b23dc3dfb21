import { ids } from '@/standin/seed/stories'

export type Buyer = { id: string; subscriptions: readonly string[]; tokens: readonly number[] }

const buyer = ({ buyer: id, ...more }: { buyer: string; subscription?: string; token?: number }): Buyer => ({
  id,
  subscriptions: more.subscription ? [more.subscription] : [],
  tokens: more.token ? [more.token] : [],
})

/** The stand-in's buyers that can be acted on, with what they have. */
export const buyers: readonly Buyer[] = [
  {
    id: ids.cascade.buyer,
    subscriptions: [ids.cascade.activeSubscription, ids.cascade.frozenSubscription],
    tokens: [ids.cascade.enabledToken, ids.cascade.disabledToken, ids.cascade.walletToken],
  },
  { id: ids.threeTokens.buyer, subscriptions: [ids.threeTokens.subscription], tokens: ids.threeTokens.tokens },
  {
    id: ids.cancelledAndFrozen.buyer,
    subscriptions: [ids.cancelledAndFrozen.cancelledSubscription, ids.cancelledAndFrozen.frozenSubscription],
    tokens: [ids.cancelledAndFrozen.token],
  },
  {
    id: ids.ended.buyer,
    subscriptions: [ids.ended.disabledSubscription, ids.ended.expiredSubscription],
    tokens: [ids.ended.token],
  },
  buyer(ids.settledTwice),
  buyer(ids.yen),
  buyer(ids.dinar),
  buyer(ids.arabicName),
  buyer(ids.emojiName),
  buyer(ids.newValues),
]
