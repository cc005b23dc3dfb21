/** What the extra reads are for, in two words. */
export const readTerms: Record<string, string> = {
  findBuyerByEmail: 'Search by e-mail',
  listTokens: 'Tokens',
  listSubscriptions: 'Subscriptions',
  listDowngradeTargets: 'Lower plans',
}
