import 'server-only'
import { dayMs } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import { isUnlinked } from '@/lib/journal/unlinked-entry'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { type Alert, type DashboardHealth, maxAlerts } from '../dashboard-health'

/** Who looks at Status; null for metrics, which no person reads and which count everything. */
export type Viewer = Person | null

type Detail = { words: string; href?: string }

const closedFor = (viewer: Viewer) => (viewer === null ? [] : closedTo(viewer))

/** How many alerts nobody has closed, and how many limits were reached within a day, of all that the viewer may see. */
export async function countAlerts(store: Database, viewer: Viewer, now: Date): Promise<DashboardHealth['alertCounts']> {
  const closed = closedFor(viewer)
  const open = await store
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('closed_at', 'is', null)
    .$if(viewer !== null, (query) => query.where('roles', 'like', `%${viewer?.role}%`))
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .executeTakeFirst()
  const entries = await entriesFor(store, viewer)
    .select('detail')
    .where('at', '>=', dayBefore(now))
    .where('alerts.id', 'is', null)
    .execute()
  const limits = entries.filter(({ detail }) => fromOwnJson<Detail>(detail).href === undefined)
  return { open: Number(open?.count ?? 0), limits: limits.length }
}

/** What managers are to know of and the viewer may see, newest first. Beyond the newest thousands of entries nobody looks. */
export async function newestAlerts(store: Database, viewer: Viewer, now: Date): Promise<Alert[]> {
  const rows = await entriesFor(store, viewer)
    .select(['seq', 'at', 'person', 'journal.merchant', 'detail', 'alerts.id', 'alerts.closed_by'])
    .where((is) =>
      is.or([is('at', '>=', dayBefore(now)), is.and([is('alerts.id', 'is not', null), is('alerts.closed_at', 'is', null)])]),
    )
    .orderBy('seq', 'desc')
    .limit(maxAlerts)
    .execute()
  return rows.map(({ detail, id, closed_by, ...row }) => {
    const { words, href = null } = fromOwnJson<Detail>(detail)
    // One whose row is gone can't be closed any more; verify names it.
    return { ...row, words, href, closedBy: href !== null && id === null ? 'nobody we know' : closed_by }
  })
}

const dayBefore = (now: Date) => new Date(now.getTime() - dayMs).toISOString()

/** The journal's entries of alerts, each with the alert where a rule raised it. */
function entriesFor(store: Database, viewer: Viewer) {
  const closed = closedFor(viewer)
  return store
    .selectFrom('journal')
    .leftJoin('alerts', 'alerts.id', 'journal.action_id')
    .where(isUnlinked) // an alert does, and only who says so is led by the index
    .where('kind', '=', 'alert')
    .$if(viewer !== null, (query) =>
      query.where((is) => is.or([is('alerts.id', 'is', null), is('alerts.roles', 'like', `%${viewer?.role}%`)])),
    )
    .$if(closed.length > 0, (query) => query.where('journal.merchant', 'not in', closed))
}
