'use client'

import Link from 'next/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { useClock } from '@/components/ui/use-clock'
import type { Approval } from '@/lib/approval'
import { inZone } from '@/lib/dates'
import { may, roles } from '@/lib/roles'

/** Nothing is sent yet: who can let it go, and until when it waits. */
export function ApprovalAsked({ approval: { expiresAt } }: { approval: Approval }) {
  const { zone } = useClock(Date.now())
  const deciders = roles.filter((role) => may(role, 'approve')).join(' or ')
  return (
    <OutcomeNotice kind="deferred" role="status" title="Approval is asked for">
      <p>
        Nothing is sent yet. Somebody else with the role {deciders} can approve it. It waits 30 minutes, until{' '}
        <span className="tabular-nums">{inZone(Date.parse(expiresAt), zone).time.slice(0, 5)}</span>. Approved, it goes in your
        name.
      </p>
      <p>
        It stands on{' '}
        <Link href="/" className="text-accent hover:underline">
          Find
        </Link>{' '}
        among what waits.
      </p>
    </OutcomeNotice>
  )
}
