import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { State } from '@/components/ui/state'
import type { AccountHealth } from '@/lib/account-health'
import { ConnectionTestButton } from './connection-test-button'
import { KeysHealth } from './keys-health'
import { readTerms } from './read-terms'

/** A merchant account: whether the service takes its keys, and how it is set up. Keys themselves are never shown. */
export function AccountCard({ account }: { account: AccountHealth }) {
  return (
    <Card
      aria-labelledby={`account-${account.code}`}
      data-account={account.colour}
      className="data-account:border-l-3 data-account:border-l-account"
    >
      <CardHead
        title={account.name}
        id={`account-${account.code}`}
        beside={<span className="font-mono text-meta text-muted">{account.code}</span>}
      >
        {account.keys.refusedAt !== null && <Badge kind="declined">keys refused</Badge>}
        {!account.answering && <Badge kind="declined">not answering</Badge>}
        <ConnectionTestButton code={account.code} name={account.name} />
      </CardHead>
      <CardBody>
        <DataList two>
          <DataItem term="Keys">
            <KeysHealth keys={account.keys} />
          </DataItem>
          <DataItem term="Public key">
            <span className="font-mono text-meta">••••{account.publicKeyEnd}</span>
          </DataItem>
          <DataItem term="Service">{account.serviceHost}</DataItem>
          <DataItem term="Signs as">
            {account.serviceId}, source {account.source}
          </DataItem>
          <DataItem term="Date format">
            <span className="font-mono text-meta">{account.dateFormat}</span>
          </DataItem>
          <DataItem term="Today is that of">{account.timeZone}</DataItem>
          <DataItem term="Open to" wide>
            {account.openTo === null ? 'everybody' : account.openTo.join(', ')}
          </DataItem>
          <DataItem term="Buyer address" wide>
            {account.fallbackBuyerIp === null
              ? 'no fallback: typed where none is known'
              : `${account.fallbackBuyerIp} where none is known`}
          </DataItem>
          {account.reads.map(({ name, summary, on }) => (
            <DataItem key={name} term={readTerms[name] ?? name} wide>
              <State kind={on ? 'settled' : 'neutral'}>{on ? 'on' : 'off'}</State>
              <span className="text-meta text-muted">
                {on ? summary : 'The service does not offer it to this account, or it is turned off in the configuration'}
              </span>
            </DataItem>
          ))}
        </DataList>
      </CardBody>
    </Card>
  )
}
