/** One seeded buyer per situation an agent meets; `docs/demo.md` tells the same list in more words. */
export type Story = { name: string; merchantCode: 'northwind' | 'southbay'; buyerId: string; email: string; whatToTry: string }

const story = (name: string, buyerId: string, email: string, whatToTry: string): Story => ({
  name,
  merchantCode: 'northwind',
  buyerId,
  email,
  whatToTry,
})

/** Ids of what the stories hold, for tests and for the demo's document. */
export const ids = {
  cascade: {
    buyer: '31d21526-a9d9-4b2f-ae75-32594eee2787',
    order: 'Wq7LmR2x',
    activeSubscription: '3ab9ff0c-a838-4084-83f1-97edc016c350',
    frozenSubscription: '52ec1118-85f4-42d3-bf90-691059c855e4',
    card: 'fa8d6978-c0e2-46bf-a776-562ee3be6b98',
    wallet: '1242b39c-41e7-4fd0-b792-3072ad3e0d17',
    enabledToken: 1190417,
    disabledToken: 1163052,
    walletToken: 1201733,
    settledCharge: '2a3c6827-c79a-41ed-8b8d-edeac1c9891d',
  },
  settledTwice: {
    buyer: '83b5ce0d-119e-46aa-98b8-b47d67a58213',
    order: 'Tw1ceP4d',
    subscription: 'e2f5cb2a-ab66-4ccb-b3eb-632915eb8e02',
    token: 2204101,
  },
  longHistory: {
    buyer: '302ec30d-0a1a-48b3-b288-e1f906fd7216',
    subscription: 'ced8d616-574a-45bd-9c4c-a7da3505ca13',
    token: 2204102,
    orders: 1000,
  },
  cancelledAndFrozen: {
    buyer: 'c7e4bd78-7e33-4321-9449-6c8583a3b381',
    cancelledSubscription: '004de05a-e478-4505-ba51-e714712b1b93',
    frozenSubscription: '71810905-abdb-4938-aaa4-4b1b3f7eb151',
    token: 2204103,
  },
  threeTokens: {
    buyer: '71d33798-931e-4779-9c93-cd2221a08d81',
    subscription: 'fbd2eaab-30ea-4927-b31b-cacf5994c536',
    card: '1a207e7f-5521-43bd-9f94-9224fa17cd1f',
    tokens: [2204104, 2204105, 2204106],
  },
  yen: { buyer: 'ce089ec2-77cc-4956-956f-bb8bfc9a902e', subscription: '73733eb9-1d8a-49ac-93ef-07aaebdf8ccc', token: 2204107 },
  dinar: { buyer: 'a11507f0-51d6-49a8-bce4-8310dffa49a3', subscription: 'cd3d7694-83c0-4954-b51d-f2462f639391', token: 2204108 },
  arabicName: {
    buyer: '759c97a4-7aef-43b0-840d-f81105ae6cfe',
    subscription: '43d70a23-24f7-4653-a537-a986a3a425b5',
    token: 2204109,
  },
  emojiName: {
    buyer: 'b92903cf-1909-499d-a23d-11d04de5efd4',
    subscription: '08128a6a-b81f-414c-9cec-6d18cfcd682f',
    token: 2204110,
  },
  nothing: { buyer: '425937ac-3369-41d5-856b-0d376c79941e' },
  newValues: {
    buyer: '786e4b1e-e145-4458-a090-019c0388e27f',
    subscription: '99223a85-9594-4b26-83f5-9027ed3e4c99',
    token: 2204111,
  },
  oldVoucher: { buyer: 'be47ea96-025b-45f8-94a0-26ad7e583f3d', order: 'V0ucher9' },
  oddFields: { buyer: '63a718a9-3d6b-4336-9b01-9cacf1cf2bc2', subscription: '5c394af7-5307-410c-a48a-08f2ec82d984' },
  ended: {
    buyer: 'de5aa12a-e3a8-4538-bbcc-1f866db9c3f7',
    blockedSubscription: '535b2d35-e186-43dc-b2bc-68de24793183',
    disabledSubscription: '21ce92a0-5c41-41af-ba23-972f63d2e984',
    suspendedSubscription: '5d626739-c767-4e7c-b3a7-467ad313d00a',
    expiredSubscription: 'e975f171-4d3d-40dc-9623-f2ec564d0c36',
    token: 2204112,
  },
  /** Not seeded: `POST /standin/histories` makes it. */
  withoutLengthLimits: { buyer: '0f1d2c66-35a5-4c0e-9b1c-6a1f0d7f5a50' },
  doubts: {
    buyer: '9a4be2f0-8c7d-4e53-a1f7-2d1c3b5e6f70',
    declinedAfter: 'Dcl4fter',
    linesDiffer: 'L1nesD1f',
    otherCurrency: '0therCur',
  },
  southbayReader: {
    buyer: 'd811abaa-9737-465f-9a29-956c41d22b34',
    subscription: '36ae4af1-f4ea-432b-9455-56e59a58b2f1',
    token: 2204113,
  },
} as const

export const stories: readonly Story[] = [
  story(
    'Paid at the second attempt, with an earlier voucher',
    ids.cascade.buyer,
    'tainara@example.test',
    'Open the one order: a voucher, a declined card and a settled cascade for the same 162.00 BRL. The buyer paid once.',
  ),
  story(
    'Settled twice',
    ids.settledTwice.buyer,
    'odile@example.test',
    'Two settled charges 40 seconds apart in one order: 42.84 EUR were received twice. Request a refund of one of them.',
  ),
  story(
    'Doubts',
    ids.doubts.buyer,
    'odile+second@example.test',
    'Open all charges: an attempt after the money was there, product lines that do not add up, a charge in another currency, and the card of another buyer.',
  ),
  story('A long history', ids.longHistory.buyer, 'bram@example.test', 'Scroll and filter a thousand orders; export them.'),
  story(
    'Cancelled and frozen',
    ids.cancelledAndFrozen.buyer,
    'imke@example.test',
    'One subscription has autocharge off and ends in 4 days, the other is frozen for 20 more. Turn autocharge on again.',
  ),
  story(
    'A card with three tokens',
    ids.threeTokens.buyer,
    'rowan@example.test',
    'Disable the two tokens still enabled: the card is off only when all are. Then renew now: the charge is declined and the subscription expires.',
  ),
  story(
    'Yen',
    ids.yen.buyer,
    'haru@example.test',
    'Amounts have no fraction digits. Calculate prices without a currency: JPY is chosen from the address.',
  ),
  story(
    'Dinar',
    ids.dinar.buyer,
    'dalal@example.test',
    'Amounts have three fraction digits. Calculate a price with a discount of 12.5 %.',
  ),
  story(
    'A name in Arabic',
    ids.arabicName.buyer,
    'layan@example.test',
    'The name runs from right to left beside an amount that does not.',
  ),
  story(
    'A name with emoji',
    ids.emojiName.buyer,
    'sunny+desk@example.test',
    'The e-mail has a plus sign, the name a family emoji and a combining accent.',
  ),
  story('Nothing at all', ids.nothing.buyer, 'nobody@example.test', 'No orders, no subscriptions, no payment methods.'),
  story(
    'Values nobody documented',
    ids.newValues.buyer,
    'nova@example.test',
    'Status chargeback_open, type renewal_retry, method pix_parcelado, risk segment grey: shown as they came.',
  ),
  story(
    'A voucher nine days old',
    ids.oldVoucher.buyer,
    'vitor@example.test',
    'Deferred for 9 days and not paid: nothing was received.',
  ),
  story(
    'Missing and odd fields',
    ids.oddFields.buyer,
    'odd@example.test',
    'A charge without billing details, a quantity that is a number, an ISO date among the others.',
  ),
  story(
    'Blocked, disabled, suspended, expired',
    ids.ended.buyer,
    'pieter@example.test',
    'Turn autocharge on for the disabled or the suspended subscription: the service refuses.',
  ),
  {
    ...story(
      'A reader of Southbay',
      ids.southbayReader.buyer,
      'noor@example.test',
      'This merchant account has no extra reads: open the buyer by id and see what is known.',
    ),
    merchantCode: 'southbay',
  },
]
