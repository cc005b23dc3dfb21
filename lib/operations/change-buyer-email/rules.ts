import { asGiven, type CommandRules, cannotUndo, never, undated } from '../declare/command-rules'
import type { KnownThing } from '../effects/effect'
import { factsOfThing } from '../effects/facts'
import { becomes, factIn } from '../effects/rows'
import { email as address } from '../schemas/scalars'
import type { changeBuyerEmail as operation } from './operation'

/** service-interface, Change buyer data. Addresses stand in rows and bodies only, where they are masked; sentences have none. */
export const rules: CommandRules<typeof operation> = {
  predict({ body: { email } }, situation) {
    const { known, now } = situation
    return {
      rows: [becomes(situation, 'email', email)],
      later: [
        { from: now.toISOString(), until: null, says: 'Receipts and sign-in may go to the new e-mail.', danger: false },
        undated('Wallets and other payment methods keep the e-mail address they were set up with.'),
      ],
      warnings: [
        ...(email !== undefined && factIn(known, 'email') === email
          ? ['Our latest record shows the buyer already has this e-mail address.']
          : []),
        ...(isLost(known)
          ? [
              'We don’t know the buyer’s e-mail address now: the one that we knew isn’t theirs any more, or may not be. This may overwrite a change.',
            ]
          : []),
        ...(ofToken(known) ? ['The previous e-mail address comes from a token. The buyer’s own address may differ now.'] : []),
        'If no answer arrives and you send this again, “already taken” may mean the first attempt worked. Check before you try a third time.',
      ],
    }
  },

  undo({ params, body }, before) {
    const known = factIn(before, 'email')
    if (known === undefined) return cannotUndo('We don’t know the previous e-mail address.')
    if (known === body.email) return cannotUndo('The buyer already had this e-mail address, so there’s nothing to undo.')
    const { data: email } = address.safeParse(known)
    // A masked address, above all, must never be sent.
    if (email === undefined) return cannotUndo('The previous e-mail address isn’t valid, so it can’t be restored.')
    return {
      command: { operation: 'changeBuyerEmail', params, body: { email } },
      verb: 'Change e-mail',
      until: null,
      note: ofToken(before) ? 'The previous e-mail address comes from a token. Confirm it belongs to the buyer.' : null,
    }
  },

  refuses: never,
  completes: asGiven,
  mustWait: never,
  neverAgain: never,
  learns: (_, { params, body }) => ({ buyerId: params.buyerId ?? null, facts: factsOfThing('buyer', body) }),
  check: 'findBuyerByEmail',
  heardAs: [],
  provenBy: ({ email }, { body }) => email !== null && email.trim().toLowerCase() === body.email.trim().toLowerCase(),
}

const ofToken = (known: KnownThing) => known.email?.operation === 'listTokens' && factIn(known, 'email') !== undefined

/** An address was known, and a search has found since that it isn't the buyer's, or it's unsure which of two is. */
const isLost = (known: KnownThing) => known.email !== undefined && factIn(known, 'email') === undefined
