import 'server-only'
import { iso, minute } from '@/lib/core/dates'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { countedPath } from '@/lib/events/event-list'
import { type Between, type Declines, declinesByProvider, markOf } from '@/lib/events/server/counted-events'
import type { Merchant } from '@/lib/platform/merchants'
import { type AlertRule, describeWindow } from '../alert-rule'
import { isPlainName } from '../provider-name'
import { isDue } from './due'
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
  const now = Date.parse(between.until)
  const told = await toldOf(store, rule, now)
  const open = [...told.values()].filter(({ closed_at }) => closed_at === null)
  const found = all
    .filter(({ declined, decided }) => decided >= (rule.least ?? 0) && declined * 100 >= rule.threshold * decided)
    .toSorted((a, b) => b.declined - a.declined || b.declined * a.decided - a.declined * b.decided)
    .map((each) => ofProvider(rule, each, between))
    .filter((finding) => isDue(rule, finding, told.get(finding.about), now)) // what isn't raised now takes no other's place
  const room = Math.max(maxOpen - open.length, 0)
  return [...found.slice(0, room), ...others(rule, found.slice(room), between)]
}

/** The rule's last alert of each provider, of those that are still open or may hold back another. */
async function toldOf(store: Database, rule: AlertRule, now: number): Promise<Map<string, Tables['alerts']>> {
  const { id, quietMinutes, windowMinutes } = rule
  const since = iso(now - Math.max(quietMinutes, windowMinutes ?? 0) * minute)
  const rows = await store
    .selectFrom('alerts')
    .selectAll()
    .where('rule_id', '=', id)
    .where('about', '<>', ofOthers)
    .where((is) => is.or([is('closed_at', 'is', null), is('raised_at', '>', since)]))
    .orderBy('raised_at')
    .execute()
  const last = new Map<string, Tables['alerts']>()
  for (const row of rows) if (last.get(row.about)?.closed_at !== null) last.set(row.about, row)
  return last
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
  const about = isPlain ? provider : markOf(provider)
  return {
    about,
    count: declined,
    newest,
    words: `${name}: ${declined} of ${decided} declined ${describeWindow(rule)} (${share}%)`,
    href: countedPath({ counted: 'declined', provider: about, ...between }),
  }
}
