import { asGiven, type CommandRules, cannotUndo, never, noEventProves } from '../declare/command-rules'
import type { Later, Situation } from '../effects/effect'
import { factsOfThing } from '../effects/facts'
import { becomes, factIn } from '../effects/rows'
import type { disableToken as operation } from './operation'

type Says<T> = (tokenId: string, situation: Situation) => T[]
type Its = { undoneBy: { operation: string; verb: string }; later: Says<Later>; warnings: Says<string> }

/** What disabling and enabling a token have in common: each takes the other back (service-interface, Payment-method token). */
export function switching(isEnabled: boolean, its: Its): CommandRules<typeof operation> {
  const state = isEnabled ? 'enabled' : 'disabled'
  return {
    predict({ body }, situation) {
      const tokenId = String(body.chargeMethodTokenId)
      const already = factIn(situation.known, 'isEnabled') === isEnabled
      return {
        rows: [becomes(situation, 'isEnabled', isEnabled)],
        later: its.later(tokenId, situation),
        warnings: [
          ...(already ? [`Our latest record shows the token is already ${state}.`] : []),
          ...its.warnings(tokenId, situation),
        ],
      }
    },

    undo({ params, body }, before) {
      const wasEnabled = factIn(before, 'isEnabled')
      if (typeof wasEnabled !== 'boolean') return cannotUndo('We don’t know whether the token was enabled before.')
      if (wasEnabled === isEnabled) return cannotUndo(`The token was already ${state}, so there’s nothing to undo.`)
      return {
        command: { operation: its.undoneBy.operation, params, body: { ...body } },
        verb: its.undoneBy.verb,
        until: null,
        note: null,
      }
    },

    refuses: never,
    completes: asGiven,
    mustWait: never,
    neverAgain: never,
    learns: (_, { params, body }) => ({
      buyerId: params.buyerId ?? null,
      facts: factsOfThing(`token:${body.chargeMethodTokenId}`, { isEnabled }),
    }),
    check: 'listTokens',
    heardAs: [],
    provenBy: noEventProves,
  }
}
