'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import { useClock } from '@/components/ui/use-clock'
import type { OpenAction } from '@/lib/commands/action'
import { contradictionWords } from '@/lib/commands/action-words'
import { targetWords } from '@/lib/commands/target-words'
import { waitingQuery } from '@/lib/pages/client/waiting-query'
import { BuyerLink } from './buyer-link'
import type { JournalContext } from './journal-context'
import { OpenEntry } from './open-entry'

/** The person's own actions that nobody answered, or otherwise than they were settled, until each is settled. Nothing at all where there is none. */
export function MyUnconfirmed({ context, openAction }: { context: JournalContext; openAction: OpenAction }) {
  const { data } = useQuery(waitingQuery)
  const { zone } = useClock(Date.now())
  const actions = data?.unconfirmed ?? []
  if (actions.length === 0) return null
  return (
    <Card aria-labelledby="my-unconfirmed">
      <CardHead title="My unconfirmed actions" id="my-unconfirmed" count={actions.length} />
      <ul className="divide-y">
        {actions.map((action) => (
          <li key={action.actionId} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-3 px-4 py-3 text-table">
            <StateNode kind={action.contradiction ? 'declined' : 'unconfirmed'} />
            <div className="grid min-w-0 gap-2">
              <div className="grid gap-0.5">
                <Link href={`/journal?entry=${action.actionId}`} prefetch={false} className="font-medium hover:underline">
                  {action.words}
                </Link>
                <span className="flex flex-wrap gap-x-2 text-meta text-muted">
                  {targetWords(action.target)}
                  {action.buyerId !== null && <BuyerLink buyerId={action.buyerId} merchant={action.merchant} context={context} />}
                  {action.ticket}
                </span>
                <span className="text-meta text-muted">
                  sent <Time at={action.at} align="start" />
                  {action.contradiction ? '. ' : ', '}
                  {contradictionWords(action, zone)?.says ?? 'no readable answer'}
                </span>
              </div>
              {action.contradiction ? (
                <span>
                  <Button size="small" onClick={() => openAction(action, 'look')}>
                    Look and settle…
                  </Button>
                </span>
              ) : (
                <OpenEntry action={action} role={context.role} openAction={openAction} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
