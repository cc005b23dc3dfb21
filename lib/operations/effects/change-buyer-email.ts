import type { changeBuyerEmail as operation } from '../index'
import type { BodyOf } from '../operation'
import { email as address } from '../schemas/scalars'
import { type CommandEffects, noWayBack, undated } from './command-effects'
import type { KnownThing } from './effect'
import { becomes, factIn } from './rows'

/** service-interface, Change buyer data. Addresses stand in rows and bodies only, where they are masked; sentences have none. */
export const changeBuyerEmail: CommandEffects<BodyOf<typeof operation>> = {
  foresee({ body: { email } }, situation) {
    const { known, now } = situation
    return {
      rows: [becomes(situation, 'email', email, null)], // no answer tells a buyer's e-mail (service-facts 2.2)
      later: [
        { from: now.toISOString(), until: null, says: 'Receipts and sign-in may go to the new e-mail.', danger: false },
        undated('Wallets and other payment methods keep the e-mail they were set up with.'),
      ],
      warnings: [
        ...(email !== undefined && factIn(known, 'email') === email
          ? ['The buyer has this e-mail already, as far as is known.']
          : []),
        ...(ofToken(known) ? ['The e-mail before was seen on a token. The buyer’s own may be another by now.'] : []),
        'Where no answer comes and it is sent again, a refusal as already taken may mean that the first try has worked.',
      ],
    }
  },

  wayBack({ params, body }, before) {
    const known = factIn(before, 'email')
    if (known === undefined) return noWayBack('The e-mail before is not known.')
    if (known === body.email) return noWayBack('The buyer had this e-mail before as well: there is nothing to take back.')
    const { data: email } = address.safeParse(known)
    // A masked address, above all, must never be sent.
    if (email === undefined) return noWayBack('The e-mail known from before is not one that can be sent.')
    return {
      command: { operation: 'changeBuyerEmail', params, body: { email } },
      verb: 'Change e-mail',
      until: null,
      note: ofToken(before) ? 'The e-mail before was seen on a token. Make sure that it is the buyer’s own.' : null,
    }
  },
}

const ofToken = (known: KnownThing) => known.email?.operation === 'listTokens' && factIn(known, 'email') !== undefined
