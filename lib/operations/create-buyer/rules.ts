import { type CommandRules, cannotUndo, never, noEventProves, undated } from '../declare/command-rules'
import { factsOfThing } from '../effects/facts'
import { made } from '../effects/rows'
import type { createBuyer as operation } from './operation'

/** service-interface, Create buyer. */
export const rules: CommandRules<typeof operation> = {
  predict: ({ body: { email, country, locale } }) => ({
    rows: [
      made('email', 'E-mail', email ?? null),
      made('country', 'Country', country ?? null),
      ...(locale ? [made('locale', 'Language', locale)] : []),
    ],
    later: [undated('The new buyer has no subscription. Nothing is charged.')],
    warnings: ['Sending this twice may create two buyers. Check first that nobody has this e-mail address.'],
  }),

  undo: () => cannotUndo('You can’t delete a buyer here.'),

  refuses: never,

  completes(body, { merchant }) {
    const { merchantCode, buyerMeta, ...buyer } = body
    if (merchantCode !== undefined && merchantCode !== merchant.code) {
      const title = `This request is for ${merchant.code}. Remove the code or choose the matching merchant account.`
      return { wrong: { fields: [{ field: 'merchantCode', title }] } }
    }
    // service-facts D19: an empty map is left out.
    const meta = buyerMeta && Object.keys(buyerMeta).length > 0 ? { buyerMeta } : {}
    return { body: { merchantCode: merchant.code, ...buyer, ...meta } }
  },

  mustWait: never,
  neverAgain: never,
  learns: ({ data }, { body: { email, country, locale } }) => ({
    buyerId: data.id,
    facts: factsOfThing('buyer', { email, country, ...(locale === undefined ? {} : { locale }) }),
  }),
  check: 'findBuyerByEmail',
  heardAs: [],
  provenBy: noEventProves,
}
