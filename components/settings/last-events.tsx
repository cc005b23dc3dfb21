import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { onDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { State } from '@/components/ui/state'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import { describeProblem } from '@/lib/core/problem-words'
import { eventsQuery } from '@/lib/events/client/events-requests'
import { type Counted, type EventFilter, type EventShown, eventStates, unnamedBegins } from '@/lib/events/event-list'
import { eventStateLabels } from './event-states'

const EventDrawer = onDemand(() => import('./event-drawer').then((file) => file.EventDrawer))

/** The newest events, with what each was taken as. The buyer is there by the masked e-mail or name, else by the id. */
export function LastEvents({ merchant, counted }: { merchant: string; counted: Counted | null }) {
  const [chosen, setFilter] = useState<EventFilter>({})
  const filter = { ...counted, ...chosen }
  const [opened, setOpened] = useState<EventShown | null>(null)
  const [actions, setActions] = useState<readonly string[]>([])
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(eventsQuery(merchant, filter))
  const events = data?.pages.flatMap((page) => page.data)
  const unseen = [...new Set((events ?? []).flatMap(({ action }) => action ?? []))].filter((action) => !actions.includes(action))
  if (unseen.length > 0) setActions([...actions, ...unseen].toSorted())
  return (
    <Card aria-labelledby="last-events">
      <CardHead title="Last events" id="last-events">
        <Filters filter={chosen} actions={actions} onChange={setFilter} />
      </CardHead>
      {counted && <OfAnAlert counted={counted} />}
      {error && !events ? (
        <CardBody>
          <ProblemNotice {...describeProblem(error)} onRetry={() => void refetch()} />
        </CardBody>
      ) : events === undefined ? (
        <SkeletonRows rows={5} />
      ) : events.length === 0 ? (
        <CardBody>
          <p className="text-muted">
            {counted || filter.state || filter.action ? 'No event of the last 30 days is like this.' : 'No event has come yet.'}
          </p>
        </CardBody>
      ) : (
        <EventRows events={events} merchant={merchant} onOpen={setOpened} />
      )}
      {hasNextPage && (
        <CardFoot>
          <Button size="small" aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
            Show older
          </Button>
        </CardFoot>
      )}
      {opened && <EventDrawer event={opened} merchant={merchant} onClose={() => setOpened(null)} />}
    </Card>
  )
}

const countedLabels = { declined: 'declined', chargebacks: 'chargebacks', all: 'all events' } as const

/** Says that these are the events that an alert counted, and leads back to all. */
function OfAnAlert({ counted: { counted, provider, since, until } }: { counted: Counted }) {
  const at = provider?.startsWith(unnamedBegins) ? 'a provider with an unusual name' : provider
  return (
    <p className="border-b bg-sunken px-4 py-2 text-table">
      Only what an alert counted: {[countedLabels[counted], at].filter(Boolean).join(' at ')}, <Time at={since} /> to{' '}
      <Time at={until} />.{' '}
      <Link href="/settings/events" prefetch={false} className="text-accent hover:underline">
        Show all events
      </Link>
    </p>
  )
}

type FilterProps = { filter: EventFilter; actions: readonly string[]; onChange: (filter: EventFilter) => void }

const states = [...eventStates, 'left'] as const

function Filters({ filter, actions, onChange }: FilterProps) {
  const { state, action } = filter
  return (
    <>
      <Select
        size="small"
        aria-label="Action"
        className="max-w-56 max-sm:max-w-36"
        value={action ?? ''}
        onChange={({ target }) => onChange({ ...(state && { state }), ...(target.value && { action: target.value }) })}
      >
        <option value="">Any action</option>
        {actions.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
      <Select
        size="small"
        aria-label="Taken as"
        className="max-sm:max-w-36"
        value={state ?? ''}
        onChange={({ target }) => {
          const chosen = states.find((each) => each === target.value)
          onChange({ ...(action && { action }), ...(chosen && { state: chosen }) })
        }}
      >
        <option value="">Taken as anything</option>
        <option value="left">With a problem</option>
        {eventStates.map((each) => (
          <option key={each} value={each}>
            {eventStateLabels[each].words}
          </option>
        ))}
      </Select>
    </>
  )
}

type RowsProps = { events: readonly EventShown[]; merchant: string; onOpen: (event: EventShown) => void }

function EventRows({ events, merchant, onOpen }: RowsProps) {
  return (
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
          <EventRow key={event.id} event={event} merchant={merchant} onOpen={() => onOpen(event)} />
        ))}
      </tbody>
    </Table>
  )
}

function EventRow({ event, merchant, onOpen }: { event: EventShown; merchant: string; onOpen: () => void }) {
  const { receivedAt, action, copies, buyerId, who, saidAt, state, why, settled } = event
  const { kind, words } = eventStateLabels[state]
  const name = action ?? (state === 'received' ? 'new event' : 'unreadable event')
  return (
    <tr>
      <td className="text-muted">
        <Time at={receivedAt} align="start" />
      </td>
      <td className="font-mono text-meta max-sm:whitespace-normal">
        <button
          type="button"
          aria-label={`Open ${name}`}
          className="min-h-6 text-left text-accent wrap-anywhere hover:underline"
          onClick={onOpen}
        >
          {name}
        </button>{' '}
        {copies > 1 && <span className="text-muted">× {copies}</span>}
      </td>
      <td className="text-meta max-sm:hidden">
        {buyerId === null || state === 'foreign' ? (
          '–'
        ) : (
          <Link href={buyerPath(buyerId, null, merchant)} prefetch={false} className="text-accent hover:underline">
            {who === null ? <span className="font-mono">{`${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`}</span> : <bdi>{who}</bdi>}
          </Link>
        )}
      </td>
      <td className="tabular-nums max-lg:hidden">{saidAt ?? '–'}</td>
      <td>
        <State kind={settled ? 'settled' : kind}>{settled ? 'settled an action' : words}</State>
        {why !== null && <span className="block pb-1 text-meta text-muted">{why}</span>}
      </td>
    </tr>
  )
}
