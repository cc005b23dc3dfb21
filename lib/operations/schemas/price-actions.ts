/** What a line of a price request can ask for, by the service's name, and what people call it. */
export const actionLabels = { purchase: 'Purchase', renew: 'Renew', upgrade: 'Upgrade', downgrade: 'Downgrade' } as const
export type PriceAction = keyof typeof actionLabels

/** The actions that move a subscription to another product, so that a part of the price is paid already. */
export const moves = ['upgrade', 'downgrade'] as const satisfies readonly PriceAction[]

/** The move whose target products the service lists. */
export const moveWithTargets = 'downgrade' satisfies PriceAction
