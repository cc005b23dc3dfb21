import 'server-only'
import type { Database } from '@/lib/database/open'
import { countedPath } from '@/lib/events/event-list'
import { type Between, type Declines, declinesByProvider } from '@/lib/events/server/counted-events'
import { signed } from '@/lib/journal/crypto'
import type { Merchant } from '@/lib/platform/merchants'
import { type AlertRule, describeWindow } from '../alert-rule'
import { isPlainName } from '../provider-name'
import type { Finding } from './measure'

// Whoever posts events chooses the names of providers, and could raise an alert with each.
const maxOpen = 10

/**
 * The providers that declined a larger share than a rule allows, those that declined most first: as many as there may be open alerts of one rule,
 * and how many others there are.
 */
export async function providerDeclines(
  store: Database,
  rule: AlertRule,
  { code }: Merchant,
  between: Between,
): Promise<Finding[]> {
  const all = await declinesByProvider(store, code, between)
  const open = await openOf(store, rule)
  const found = all
    .filter(({ declined, decided }) => decided >= (rule.least ?? 0) && declined * 100 >= rule.threshold * decided)
    .toSorted((a, b) => b.declined - a.declined || b.declined * a.decided - a.declined * b.decided)
    .map((each) => ofProvider(rule, each, between))
    .filter(({ about }) => !open.has(about))
  const room = Math.max(maxOpen - open.size, 0)
  return [...found.slice(0, room), ...others(rule, found.slice(room), between)]
}

/** The providers of which the rule's alert is still open. */
async function openOf(store: Database, { id }: AlertRule): Promise<Set<string>> {
  const rows = await store
    .selectFrom('alerts')
    .select('about')
    .where('rule_id', '=', id)
    .where('closed_at', 'is', null)
    .where('about', '<>', ofOthers)
    .execute()
  return new Set(rows.map(({ about }) => about))
}

/** What the alert of all the others is about, which no provider is called. */
const ofOthers = ''

function others(rule: AlertRule, found: readonly Finding[], between: Between): Finding[] {
  if (found.length === 0) return []
  const who = found.length === 1 ? '1 more provider' : `${found.length.toLocaleString('en')} more providers`
  const newest =
    found
      .map((each) => each.newest)
      .toSorted()
      .at(-1) ?? ''
  const words = `${who}: ${rule.threshold}% or more declined ${describeWindow(rule)}`
  return [{ about: ofOthers, count: found.length, newest, words, href: countedPath({ counted: 'declined', ...between }) }]
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
