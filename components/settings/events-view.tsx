'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Send } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { useClock } from '@/components/ui/use-clock'
import { dayIn } from '@/lib/core/dates'
import type { MerchantColour } from '@/lib/core/merchant-colour'
import { needsRole } from '@/lib/core/roles'
import { readOverview } from '@/lib/events/client/events-requests'
import type { Counted } from '@/lib/events/event-list'
import type { EventsOverview } from '@/lib/events/overview'
import { eventsKey } from '@/lib/operations/query-keys'
import { EventAddresses } from './event-addresses'
import { EventSettingsForm } from './event-settings-form'
import { EventsHealth } from './events-health'
import { LastEvents } from './last-events'

const TestEventDialog = onDemand(() => import('./test-event-dialog').then((file) => file.TestEventDialog))
const ReplayDialog = onDemand(() => import('./replay-dialog').then((file) => file.ReplayDialog))

export type MerchantOfEvents = { code: string; name: string; colour: MerchantColour | null }
type Props = { initial: EventsOverview; merchant: MerchantOfEvents; mayChange: boolean; counted?: Counted | null }

/** How events of a merchant account come in, at which addresses, and how far they are believed. */
export function EventsView({ initial, merchant, mayChange, counted = null }: Props) {
  const [dialog, setDialog] = useState<'replay' | 'test' | null>(null)
  const queryClient = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: eventsKey(merchant.code, 'overview'),
    queryFn: ({ signal }) => readOverview(merchant.code, signal),
    refetchInterval: 10_000,
    initialData: initial,
  })
  const { now, zone } = useClock(dataUpdatedAt)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['events', merchant.code] })
  const changing = { overview: data, merchant, mayChange, onChanged: refresh }
  return (
    <>
      {data.quietSince !== null && (
        <Notice kind="deferred" role="status">
          No event came for longer than usual, since <Time at={data.quietSince} />. Find may not know the newest charges. Ask the
          service’s staff whether it still posts to the address below.
        </Notice>
      )}
      {data.missingSince !== null && (
        <Notice kind="deferred" role="status">
          The events of our own actions don’t come, since <Time at={data.missingSince} />. Until one comes, unconfirmed actions
          aren’t settled automatically. Ask the service’s staff whether it still posts events of subscriptions.
        </Notice>
      )}
      <Card
        aria-labelledby="events-account"
        data-account={merchant.colour}
        className="data-account:border-l-3 data-account:border-l-account"
      >
        <CardHead
          title={merchant.name}
          id="events-account"
          beside={<span className="font-mono text-meta text-muted">{merchant.code}</span>}
        >
          <Button
            size="small"
            disabledBecause={
              mayChange ? (data.addresses.length === 0 ? 'Create an address first' : undefined) : needsRole('settings')
            }
            tipPlace={{ side: 'bottom', align: 'end' }}
            onClick={() => setDialog('test')}
          >
            <Icon of={Send} size={14} />
            Send a test event
          </Button>
          <Button
            size="small"
            disabledBecause={mayChange ? undefined : needsRole('settings')}
            tipPlace={{ side: 'bottom', align: 'end' }}
            onClick={() => setDialog('replay')}
          >
            <Icon of={RotateCcw} size={14} />
            Replay
          </Button>
        </CardHead>
        <EventsHealth overview={data} />
        <EventAddresses {...changing} />
        <EventSettingsForm {...changing} />
      </Card>
      <LastEvents merchant={merchant.code} counted={counted} />
      <Gaps gaps={data.gaps} />
      {dialog === 'replay' && (
        <ReplayDialog merchant={merchant.code} today={dayIn(now, zone)} onDone={refresh} onClose={() => setDialog(null)} />
      )}
      {dialog === 'test' && <TestEventDialog overview={data} merchant={merchant.code} onClose={() => setDialog(null)} />}
    </>
  )
}

function Gaps({ gaps }: Pick<EventsOverview, 'gaps'>) {
  if (gaps.length === 0) return null
  return (
    <Card aria-labelledby="event-gaps">
      <CardHead title="Gaps" id="event-gaps" />
      <ul className="divide-y text-table">
        {gaps.map(({ from, to, kind }) => (
          <li key={kind + from} className="px-4 py-2">
            <Time at={from} /> {to === null ? 'until now' : <>until {<Time at={to} />}</>}
            <span className="block text-meta text-muted">
              {kind === 'quiet' ? 'Quiet for longer than usual' : 'Events of our own actions didn’t come'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
