'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Drawer } from '@/components/ui/drawer'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import { describeProblem } from '@/lib/core/problem-words'
import { readEvent } from '@/lib/events/client/events-requests'
import type { EventInDetail, EventShown } from '@/lib/events/event-list'
import { eventsKey } from '@/lib/operations/query-keys'
import { eventStateLabels } from './event-states'

type Props = { event: EventShown; merchant: string; onClose: () => void }

/** One event: what we read in it, and below it the text that came. Both are masked. */
export function EventDrawer({ event, merchant, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: eventsKey(merchant, event.id),
    queryFn: ({ signal }) => readEvent(merchant, event.id, signal),
  })
  return (
    <Drawer
      title={event.action ?? (event.state === 'received' ? 'New event' : 'Unreadable event')}
      onClose={onClose}
      footer={
        <>
          {event.buyerId !== null && event.state !== 'foreign' && (
            <Link
              href={buyerPath(event.buyerId, null, merchant)}
              prefetch={false}
              className="text-accent text-table hover:underline"
            >
              Open buyer
            </Link>
          )}
          <Button className="ml-auto" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="grid gap-4 px-5 py-4 max-sm:px-4">
        {error ? (
          <ProblemNotice {...describeProblem(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <Detail event={data} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    </Drawer>
  )
}

function Detail({ event }: { event: EventInDetail }) {
  const { state, why, copies, receivedAt, lastReceivedAt, addressTail, settledAction, said, raw, bytes } = event
  return (
    <>
      <DataList>
        <DataItem term="Taken as">
          <State kind={eventStateLabels[state].kind}>{eventStateLabels[state].words}</State>
          {why !== null && <span className="text-meta text-muted">{why}</span>}
        </DataItem>
        <DataItem term="Came">
          <Time at={receivedAt} align="start" />
          {copies > 1 && (
            <span className="text-muted">
              and {copies - 1} more, the last <Time at={lastReceivedAt} align="start" />
            </span>
          )}
        </DataItem>
        <DataItem term="To">{addressTail === null ? 'imported from a file' : `the address that ends in ${addressTail}`}</DataItem>
        {settledAction !== null && (
          <DataItem term="Settled">
            the action <span className="font-mono text-meta">{settledAction}</span>
          </DataItem>
        )}
      </DataList>
      <section aria-labelledby="event-said" className="grid gap-1.5">
        <h3 id="event-said" className="font-semibold text-table">
          What it says
        </h3>
        {said.length === 0 ? (
          <p className="text-muted text-table">Nothing that we understand.</p>
        ) : (
          <DataList>
            {said.map(([term, value]) => (
              <DataItem key={term} term={term}>
                {value}
              </DataItem>
            ))}
          </DataList>
        )}
      </section>
      <section aria-labelledby="event-text" className="grid gap-1.5">
        <h3 id="event-text" className="font-semibold text-table">
          Text <span className="font-normal text-meta text-muted">{bytes} bytes, personal values masked</span>
        </h3>
        {raw === null ? (
          <Notice kind="neutral">This isn’t JSON, so we can’t tell what in it is personal and don’t show it.</Notice>
        ) : (
          <pre className="whitespace-pre-wrap rounded-card border bg-sunken px-3 py-2 font-mono text-meta wrap-anywhere">
            {raw}
          </pre>
        )}
      </section>
    </>
  )
}
