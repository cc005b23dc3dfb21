'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import type { OpenAction } from '@/lib/action'
import { waitingQuery } from '@/lib/client/waiting-query'
import { targetWords } from '@/lib/target-words'
import { BuyerLink } from './buyer-link'
import type { JournalDesk } from './journal-desk'
import { OpenEntry } from './open-entry'

/** The person's own actions that nobody answered, until each is settled. Nothing at all where there is none. */
export function MyUnconfirmed({ desk, openAction }: { desk: JournalDesk; openAction: OpenAction }) {
  const { data } = useQuery(waitingQuery)
  const actions = data?.unconfirmed ?? []
  if (actions.length === 0) return null
  return (
    <Card aria-labelledby="my-unconfirmed">
      <CardHead title="My unconfirmed" id="my-unconfirmed" count={actions.length} />
      <ul className="divide-y">
        {actions.map((action) => (
          <li key={action.actionId} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-3 px-4 py-3 text-table">
            <StateNode kind="unconfirmed" />
            <div className="grid min-w-0 gap-2">
              <div className="grid gap-0.5">
                <Link href={`/journal?entry=${action.actionId}`} prefetch={false} className="font-medium hover:underline">
                  {action.words}
                </Link>
                <span className="flex flex-wrap gap-x-2 text-meta text-muted">
                  {targetWords(action.target)}
                  {action.buyerId !== null && <BuyerLink buyerId={action.buyerId} merchant={action.merchant} desk={desk} />}
                  {action.ticket}
                </span>
                <span className="text-meta text-muted">
                  sent <Time at={action.at} align="start" />, no readable answer
                </span>
              </div>
              <OpenEntry action={action} role={desk.role} openAction={openAction} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
