'use client'

import Link from 'next/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { useClock } from '@/components/ui/use-clock'
import type { Approval } from '@/lib/commands/approval'
import { inZone } from '@/lib/core/dates'
import { may, roles } from '@/lib/core/roles'

/** Where a request for approval stands, in the place of the form that made it; it follows the decision. Approved, the result takes its place. */
export function ApprovalProgress({ approval }: { approval: Approval }) {
  switch (approval.state) {
    case 'waiting':
    case 'approved':
      return <ApprovalPending expiresAt={approval.expiresAt} />
    case 'declined':
      return (
        <OutcomeNotice kind="declined" role="status" title="Declined">
          <p>{approval.decidedBy ?? 'Somebody'} declined this request. Nothing was sent.</p>
          {approval.note !== null && <p>Note: {approval.note}</p>}
        </OutcomeNotice>
      )
    case 'voided':
      return (
        <OutcomeNotice kind="declined" role="status" title="Not sent">
          <p>Something changed since you requested approval, so nothing was sent. Check the new state and request it again.</p>
        </OutcomeNotice>
      )
    case 'expired':
      return (
        <OutcomeNotice kind="neutral" role="status" title="Expired">
          <p>Nobody decided within 30 minutes. Nothing was sent. Request it again if it’s still needed.</p>
        </OutcomeNotice>
      )
  }
}

/** Nothing is sent yet: who can let it go, and until when it waits. */
function ApprovalPending({ expiresAt }: Pick<Approval, 'expiresAt'>) {
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
        The decision appears here. You can close this and follow it on{' '}
        <Link prefetch={false} href="/" className="text-accent hover:underline">
          Find
        </Link>{' '}
        under Waiting for you.
      </p>
    </OutcomeNotice>
  )
}
