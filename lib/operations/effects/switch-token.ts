import type { disableToken } from '../index'
import type { BodyOf } from '../operation'
import { type CommandEffects, noWayBack } from './command-effects'
import type { Later, Situation } from './effect'
import { becomes, factIn } from './rows'

type TokenBody = BodyOf<typeof disableToken>

type Says<T> = (tokenId: string, situation: Situation) => T[]

/** What disabling and enabling a token have in common: each takes the other back (service-interface, Payment-method token). */
export function switching(isEnabled: boolean, told: { later: Says<Later>; warnings: Says<string> }): CommandEffects<TokenBody> {
  const [operation, verb] = isEnabled ? ['disableToken', 'Disable token'] : ['enableToken', 'Enable token']
  const state = isEnabled ? 'enabled' : 'disabled'
  return {
    foresee({ body }, situation) {
      const tokenId = String(body.chargeMethodTokenId)
      const already = factIn(situation.known, 'isEnabled') === isEnabled
      return {
        rows: [becomes(situation, 'isEnabled', isEnabled)],
        later: told.later(tokenId, situation),
        warnings: [
          ...(already ? [`The token is ${state} already, as far as is known.`] : []),
          ...told.warnings(tokenId, situation),
        ],
      }
    },

    wayBack({ params, body }, before) {
      const wasEnabled = factIn(before, 'isEnabled')
      if (typeof wasEnabled !== 'boolean') return noWayBack('Whether the token was enabled before is not known.')
      if (wasEnabled === isEnabled) return noWayBack(`The token was ${state} before as well: there is nothing to take back.`)
      return { command: { operation, params, body: { ...body } }, verb, until: null, note: null }
    },
  }
}
