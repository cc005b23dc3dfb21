import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { State } from '@/components/ui/state'
import type { StateKind } from '@/components/ui/state-kind'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import type { EventShown } from '@/lib/events/overview'

const states: Record<EventShown['state'], { kind: StateKind; words: string }> = {
  received: { kind: 'deferred', words: 'not read yet' },
  taken: { kind: 'settled', words: 'taken' },
  older: { kind: 'neutral', words: 'older than another' },
  differs: { kind: 'declined', words: 'contradicts another' },
  foreign: { kind: 'declined', words: 'of another account' },
  unreadable: { kind: 'declined', words: 'unreadable' },
}

type Props = {
  events: readonly EventShown[]
  merchant: string
  state: 'left' | null
  onState: (state: 'left' | null) => void
}

/** The newest events, with what each was taken as. Of the buyer there is the id alone. */
export function LastEvents({ events, merchant, state, onState }: Props) {
  return (
    <Card aria-labelledby="last-events">
      <CardHead title="Last events" id="last-events">
        <SegmentedControl
          label="Which events"
          segments={[
            { value: 'all', label: 'All' },
            { value: 'left', label: 'With a problem' },
          ]}
          value={state ?? 'all'}
          onChange={(value) => onState(value === 'left' ? 'left' : null)}
        />
      </CardHead>
      {events.length === 0 ? (
        <CardBody>
          <p className="text-muted">
            {state === null ? 'No event has come yet.' : 'No event of the last 30 days had a problem.'}
          </p>
        </CardBody>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">Came</th>
              <th scope="col">Action</th>
              <th scope="col" className="max-sm:hidden">
                Of
              </th>
              <th scope="col" className="max-lg:hidden">
                Said, service time
              </th>
              <th scope="col">Taken as</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventRow key={event.id} event={event} merchant={merchant} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function EventRow({ event, merchant }: { event: EventShown; merchant: string }) {
  const { receivedAt, action, copies, buyerId, saidAt, state, why, settled } = event
  return (
    <tr>
      <td className="text-muted">
        <Time at={receivedAt} align="start" />
      </td>
      <td className="font-mono text-meta">
        {action ?? '–'} {copies > 1 && <span className="text-muted">× {copies}</span>}
      </td>
      <td className="font-mono text-meta max-sm:hidden">
        {buyerId === null || state === 'foreign' ? (
          '–'
        ) : (
          <Link href={buyerPath(buyerId, null, merchant)} prefetch={false} className="text-accent hover:underline">
            {`${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`}
          </Link>
        )}
      </td>
      <td className="tabular-nums max-lg:hidden">{saidAt ?? '–'}</td>
      <td>
        <State kind={settled ? 'settled' : states[state].kind}>{settled ? 'settled an action' : states[state].words}</State>
        {why !== null && <span className="block pb-1 text-meta text-muted">{why}</span>}
      </td>
    </tr>
  )
}
