import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { State } from '@/components/ui/state'
import type { DeskHealth } from '@/lib/desk-health'

/** What is open, what waits, and which versions run. */
export function HereCard({ unconfirmed, queue, versions }: Pick<DeskHealth, 'unconfirmed' | 'queue' | 'versions'>) {
  const open = unconfirmed?.open ?? null
  return (
    <Card aria-labelledby="under-way">
      <CardHead title="Under way" id="under-way" />
      <CardBody>
        <DataList>
          <DataItem term="Unconfirmed">
            {open === null ? (
              <span className="text-muted">not known while the database is away</span>
            ) : (
              <State kind={open > 0 ? 'unconfirmed' : 'settled'}>{open > 0 ? `${open} to settle` : 'none'}</State>
            )}
          </DataItem>
          <DataItem term="To the service">
            {queue.inFlight} under way, {queue.waiting} waiting
          </DataItem>
          <DataItem term="Outcomes">
            {queue.journalPending === 0 ? (
              'all written'
            ) : (
              <State kind="deferred">{queue.journalPending} wait for the database</State>
            )}
          </DataItem>
          <DataItem term="Counterfoil">{versions.app}</DataItem>
          <DataItem term="Node, Next">
            {versions.node}, {versions.next}
          </DataItem>
        </DataList>
      </CardBody>
    </Card>
  )
}
