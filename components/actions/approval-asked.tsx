'use client'

import Link from 'next/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { useClock } from '@/components/ui/use-clock'
import type { Approval } from '@/lib/commands/approval'
import { inZone } from '@/lib/core/dates'
import { may, roles } from '@/lib/core/roles'

/** Nothing is sent yet: who can let it go, and until when it waits. */
export function ApprovalAsked({ approval: { expiresAt } }: { approval: Approval }) {
  const { zone } = useClock(Date.now())
  const deciders = roles.filter((role) => may(role, 'approve')).join(' or ')
  return (
    <OutcomeNotice kind="deferred" role="status" title="Approval requested">
      <p>
        Nothing has been sent. Anybody else with the {deciders} role can approve this request until{' '}
        <span className="tabular-nums">{inZone(Date.parse(expiresAt), zone).time.slice(0, 5)}</span> (30 minutes). If they do,
        it’s sent in your name.
      </p>
      <p>
        Follow it on{' '}
        <Link href="/" className="text-accent hover:underline">
          Find
        </Link>{' '}
        under Waiting for you.
      </p>
    </OutcomeNotice>
  )
}
