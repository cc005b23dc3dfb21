import { ChevronRight } from 'lucide'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import { describeClock } from '@/lib/status/clock-words'
import type { MerchantHealth } from '@/lib/status/dashboard-health'
import { ConnectionTestButton } from './connection-test-button'
import { readTerms } from './read-terms'

/** A merchant account: whether the service takes its keys, and how it is set up, folded unless `isOpen`. Keys are never shown. */
export function MerchantCard({ merchant, isOpen }: { merchant: MerchantHealth; isOpen: boolean }) {
  return (
    <Card
      aria-labelledby={`account-${merchant.code}`}
      data-account={merchant.colour}
      className="data-account:border-l-3 data-account:border-l-account"
    >
      <CardHead
        title={merchant.name}
        id={`account-${merchant.code}`}
        beside={<span className="font-mono text-meta text-muted">{merchant.code}</span>}
      >
        <span className="flex flex-wrap items-center gap-x-2 text-table">
          <KeysHealth keys={merchant.keys} />
        </span>
        {!merchant.answering && <Badge kind="declined">not responding</Badge>}
        <ConnectionTestButton code={merchant.code} name={merchant.name} />
      </CardHead>
      <details open={isOpen} className="group">
        <summary className="flex h-9 cursor-pointer list-none items-center gap-2 px-4 text-muted text-table hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Icon of={ChevronRight} size={14} className="transition-transform group-open:rotate-90" />
          Set-up of {merchant.name}
        </summary>
        <DataList two className="px-4 pb-3">
          <DataItem term="Public key">
            <span className="font-mono text-meta">••••{merchant.publicKeyEnd}</span>
          </DataItem>
          <DataItem term="Service">{merchant.serviceHost}</DataItem>
          <DataItem term="Service id and source">
            {merchant.serviceId}, source {merchant.source}
          </DataItem>
          <DataItem term="Date format">
            <span className="font-mono text-meta">{merchant.dateFormat}</span>
          </DataItem>
          <DataItem term="Time zone for “today”">{merchant.timeZone}</DataItem>
          <DataItem term="Who has access" wide>
            {merchant.openTo === null ? 'everybody' : merchant.openTo.join(', ')}
          </DataItem>
          <DataItem term="Buyer address" wide>
            {merchant.fallbackBuyerIp === null
              ? 'no fallback, so enter one when it’s unknown'
              : `${merchant.fallbackBuyerIp} when it’s unknown`}
          </DataItem>
          {merchant.reads.map(({ name, summary, on }) => (
            <DataItem key={name} term={readTerms[name] ?? name} wide>
              <State kind={on ? 'settled' : 'neutral'}>{on ? 'on' : 'off'}</State>
              <span className="text-meta text-muted">
                {on ? summary : 'Not available for this account, or turned off in the configuration'}
              </span>
            </DataItem>
          ))}
        </DataList>
      </details>
    </Card>
  )
}

// Beyond this offset the service may reject our signed dates. The contract doesn't state its tolerance.
const noticeableSeconds = 30

function KeysHealth({ keys }: { keys: MerchantHealth['keys'] }) {
  return (
    <>
      {keys.refusedAt !== null ? (
        <State kind="declined">
          refused since <Time at={keys.refusedAt} />
        </State>
      ) : keys.acceptedAt !== null ? (
        <State kind="settled">
          accepted <Time at={keys.acceptedAt} />
        </State>
      ) : (
        <State kind="neutral">not used since start-up</State>
      )}
      {keys.clockDifference !== null && Math.abs(keys.clockDifference) > noticeableSeconds && (
        <span className="text-declined text-meta">The service’s clock {describeClock(keys.clockDifference)}</span>
      )}
    </>
  )
}
