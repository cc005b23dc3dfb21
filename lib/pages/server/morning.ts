import 'server-only'
import type { ChargeFigures } from '@/lib/charges/charge-figures'
import { chargeFigures } from '@/lib/charges/server/charge-figures'
import { teamSince } from '@/lib/commands/server/team-week'
import type { TeamMember } from '@/lib/commands/team-member'
import { daysAfter } from '@/lib/core/dates'
import { may } from '@/lib/core/roles'
import type { Finding } from '@/lib/lists/list-page'
import { contextOf, findingOf } from '@/lib/lists/server/read-list'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import type { RefundFigures } from '@/lib/refunds/refund-figures'
import { refundFigures } from '@/lib/refunds/server/refund-figures'
import { morningFilters } from '../numbers'

/** The lists of which the morning shows the first rows. */
const found = ['renewals-failed', 'double-payments', 'vouchers'] as const

/** What a manager or somebody of finance looks at first. The team's week is for those who lead it, null for others. */
export type Morning = {
  charges: ChargeFigures
  findings: Record<(typeof found)[number], Finding>
  refunds: RefundFigures
  team: { since: string; members: TeamMember[] } | null
}

/** Everything of it is what the dashboard itself knows: nothing is asked of the service. */
export async function morningFor(person: Person, merchant: Merchant): Promise<Morning> {
  const charges = await chargeFigures(merchant)
  const context = contextOf(person, merchant)
  const since = daysAfter(new Date().toISOString().slice(0, 10), -6)
  return {
    charges,
    findings: {
      'renewals-failed': await findingOf('renewals-failed', context, morningFilters['renewals-failed']),
      'double-payments': await findingOf('double-payments', context, morningFilters['double-payments']),
      vouchers: await findingOf('vouchers', context, morningFilters.vouchers),
    },
    refunds: await refundFigures(person),
    team: may(person.role, 'approve') ? { since, members: await teamSince(person, since) } : null,
  }
}
