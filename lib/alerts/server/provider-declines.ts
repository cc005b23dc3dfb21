import 'server-only'
import type { Database } from '@/lib/database/open'
import { countedPath } from '@/lib/events/event-list'
import { type Between, type Declines, declinesByProvider } from '@/lib/events/server/counted-events'
import { signed } from '@/lib/journal/crypto'
import type { Merchant } from '@/lib/platform/merchants'
import { type AlertRule, describeWindow } from '../alert-rule'
import { isPlainName } from '../provider-name'
import type { Finding } from './measure'

/** The providers that declined a larger share than a rule allows. */
export async function providerDeclines(
  store: Database,
  rule: AlertRule,
  { code }: Merchant,
  between: Between,
): Promise<Finding[]> {
  const all = await declinesByProvider(store, code, between)
  const found = all.filter(({ declined, decided }) => decided >= (rule.least ?? 0) && declined * 100 >= rule.threshold * decided)
  return found.map((each) => ofProvider(rule, each, between))
}

function ofProvider(rule: AlertRule, { provider, declined, decided, newest }: Declines, between: Between): Finding {
  const isPlain = isPlainName(provider)
  const share = Math.floor((declined * 100) / decided)
  const name = isPlain ? provider : 'A provider with an unusual name'
  return {
    // No plain name begins so.
    about: isPlain ? provider : `?${signed(`provider ${provider}`).slice(0, 16)}`,
    count: declined,
    newest,
    words: `${name}: ${declined} of ${decided} declined ${describeWindow(rule)} (${share}%)`,
    href: countedPath({ counted: 'declined', ...(isPlain && { provider }), ...between }),
  }
}
