import type { createBuyer as operation } from '../index'
import type { BodyOf } from '../operation'
import { type CommandEffects, noWayBack, undated } from './command-effects'
import { made } from './rows'

/** service-interface, Create buyer. */
export const createBuyer: CommandEffects<BodyOf<typeof operation>> = {
  foresee: ({ body: { email, country, locale } }) => ({
    rows: [
      made('email', 'E-mail', email ?? null),
      made('country', 'Country', country ?? null),
      ...(locale ? [made('locale', 'Language', locale)] : []),
    ],
    later: [undated('The buyer has no subscription, and nothing is charged.')],
    warnings: ['Each time it is sent it makes another buyer. Make sure that there is none with this e-mail yet.'],
  }),

  wayBack: () => noWayBack('A buyer cannot be removed from here.'),
}
