import { AccountMark } from '@/components/ui/account-mark'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { State } from '@/components/ui/state'
import { Table } from '@/components/ui/table'
import type { AccountHealth } from '@/lib/account-health'
import { clockWords } from '@/lib/clock-words'

// Beyond this a signed date may no longer be taken; the service's tolerance is not documented.
const noticeableSeconds = 30

/** Each merchant account's service: whether it is asked, takes our keys, and what its clock says. */
export function ServicesCard({ accounts }: { accounts: readonly AccountHealth[] }) {
  return (
    <Card aria-labelledby="services">
      <CardHead title="Service" id="services" count={accounts.length} />
      <Table>
        <thead>
          <tr>
            <th scope="col">Merchant account</th>
            <th scope="col">Service</th>
            <th scope="col">Keys</th>
            <th scope="col">Clock</th>
            <th scope="col" className="max-sm:hidden">
              Reads off
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.code}>
              <td>
                <span className="inline-flex items-center gap-1.5 font-medium">
                  <AccountMark colour={account.colour} />
                  {account.name}
                </span>{' '}
                <span className="font-mono text-meta text-muted max-sm:hidden">{account.code}</span>
              </td>
              <td>
                <Reachability {...account} />
                <span className="ml-2 text-meta text-muted max-sm:hidden">{account.serviceHost}</span>
              </td>
              <td>
                <Keys {...account.keys} />
              </td>
              <td>
                <Clock difference={account.keys.clockDifference} />
              </td>
              <td className="text-muted max-sm:hidden">{account.reads.filter(({ on }) => !on).length || '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function Reachability({ answering, keys }: AccountHealth) {
  if (!answering) return <State kind="declined">not answering</State>
  const isAsked = keys.acceptedAt !== null || keys.refusedAt !== null
  return <State kind={isAsked ? 'settled' : 'neutral'}>{isAsked ? 'answering' : 'not asked yet'}</State>
}

function Keys({ refusedAt, acceptedAt }: AccountHealth['keys']) {
  if (refusedAt !== null) return <State kind="declined">refused</State>
  if (acceptedAt !== null) return <State kind="settled">accepted</State>
  return <State kind="neutral">not used yet</State>
}

function Clock({ difference }: { difference: number | null }) {
  if (difference === null) return <span className="text-muted">not told yet</span>
  if (Math.abs(difference) <= noticeableSeconds) return clockWords(difference)
  return <State kind="deferred">{clockWords(difference)}</State>
}
