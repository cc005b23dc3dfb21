import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { MerchantMark } from '@/components/ui/merchant-mark'
import { State } from '@/components/ui/state'
import { Table } from '@/components/ui/table'
import { describeClock } from '@/lib/status/clock-words'
import type { MerchantHealth } from '@/lib/status/dashboard-health'
import { noticeableSeconds } from '@/lib/status/what-to-do'

/** Each merchant account's service: whether it is asked, takes our keys, and what its clock says. */
export function ServicesCard({ merchants }: { merchants: readonly MerchantHealth[] }) {
  return (
    <Card aria-labelledby="services">
      <CardHead title="Service" id="services" count={merchants.length} />
      <Table>
        <thead>
          <tr>
            <th scope="col">Merchant account</th>
            <th scope="col">Service</th>
            <th scope="col">Keys</th>
            <th scope="col">Clock</th>
            <th scope="col" className="max-sm:hidden">
              Unavailable reads
            </th>
          </tr>
        </thead>
        <tbody>
          {merchants.map((merchant) => (
            <tr key={merchant.code}>
              <td>
                <span className="inline-flex items-center gap-1.5 font-medium">
                  <MerchantMark colour={merchant.colour} />
                  {merchant.name}
                </span>{' '}
                <span className="font-mono text-meta text-muted max-sm:hidden">{merchant.code}</span>
              </td>
              <td>
                <Reachability {...merchant} />
                <span className="ml-2 text-meta text-muted max-sm:hidden">{merchant.serviceHost}</span>
              </td>
              <td>
                <Keys {...merchant.keys} />
              </td>
              <td>
                <Clock difference={merchant.keys.clockDifference} />
              </td>
              <td className="text-muted max-sm:hidden">{merchant.reads.filter(({ on }) => !on).length || '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function Reachability({ answering, keys }: MerchantHealth) {
  if (!answering) return <State kind="declined">not responding</State>
  const isAsked = keys.acceptedAt !== null || keys.refusedAt !== null
  return <State kind={isAsked ? 'settled' : 'neutral'}>{isAsked ? 'answering' : 'not contacted yet'}</State>
}

function Keys({ refusedAt, acceptedAt }: MerchantHealth['keys']) {
  if (refusedAt !== null) return <State kind="declined">refused</State>
  if (acceptedAt !== null) return <State kind="settled">accepted</State>
  return <State kind="neutral">not used yet</State>
}

function Clock({ difference }: { difference: number | null }) {
  if (difference === null) return <span className="text-muted">unknown</span>
  if (Math.abs(difference) <= noticeableSeconds) return describeClock(difference)
  return <State kind="deferred">{describeClock(difference)}</State>
}
