import 'server-only'
import type { SettingsSection } from '@/components/settings/settings-nav'
import { isAnyAlertOpen } from '@/lib/alerts/server/alerts'
import { rules } from '@/lib/commands/server/approval-handlers'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { listPersonAccounts } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { healthProblemsNow } from '@/lib/status/server/health-problems'

/** The sections that a person may see, with what a glance should tell of each. */
export async function settingsSections(person: Person): Promise<SettingsSection[]> {
  const { role } = person
  const letterhead: SettingsSection = { href: '/settings/letterhead', name: 'Letterhead', icon: 'letterhead' }
  const events: SettingsSection = { href: '/settings/events', name: 'Events', icon: 'events' }
  const alerts: SettingsSection = { href: '/settings/alerts', name: 'Alerts', icon: 'alerts' }
  const machines: SettingsSection = { href: '/settings/machines', name: 'Machines', icon: 'machines' }
  if (!may(role, 'settings'))
    return [
      { href: '/settings/replies', name: 'Replies', icon: 'replies' },
      ...(may(role, 'editReplies') ? [letterhead] : []),
      ...(may(role, 'seeEvents') ? [events] : []),
      ...(may(role, 'alertRules') ? [alerts] : []),
    ]
  const store = await database()
  const people = await listPersonAccounts(store)
  const { rules: approvalRules } = await rules()
  const isWell = (await healthProblemsNow()).length === 0 && !(await isAnyAlertOpen(store, person))
  return [
    { href: '/settings', name: 'Merchant accounts', icon: 'accounts', count: env().merchants.length },
    { href: '/settings/people', name: 'People', icon: 'people', count: people.length },
    { href: '/settings/approvals', name: 'Approvals', icon: 'approvals', count: approvalRules.length },
    { href: '/settings/replies', name: 'Reasons and replies', icon: 'replies' },
    letterhead,
    events,
    alerts,
    ...(may(role, 'agents') ? [machines] : []),
    { href: '/settings/notifications', name: 'Notifications', icon: 'notifications' },
    { href: '/settings/data', name: 'Data', icon: 'data' },
    { href: '/settings/status', name: 'Status', icon: 'status', isWell },
  ]
}
