import { verbPricedAs } from '@/lib/commands/verb-words'
import { noLinkBecause } from './offer'
import { isOpenQuote, type Quote } from './quote'

/** What should be done with a quote: a link for what is bought anew, a command where there is one, else sending it; or asking for another price. */
export type QuoteAct = 'link' | 'verb' | 'copy' | 'again' | null

/** Null where nothing is left to do. What is no longer offered is only priced again. */
export function actOf(quote: Pick<Quote, 'state' | 'request'>): QuoteAct {
  if (quote.state === 'used') return null
  if (!isOpenQuote(quote)) return 'again'
  if (noLinkBecause(quote) === null) return 'link'
  return verbOf(quote) === null ? 'copy' : 'verb'
}

/** The command that does what the offer is about, with its line; only one product can be the object of a command. */
export function verbOf({ request }: Pick<Quote, 'request'>) {
  const [line, ...more] = request.bundles[0]?.products ?? []
  if (line === undefined || more.length > 0 || !('subscriptionId' in line)) return null
  const verb = verbPricedAs(line.actionName)
  return verb === null ? null : { verb, line }
}
