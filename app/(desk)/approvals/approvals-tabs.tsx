'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import type { ComponentProps } from 'react'
import { ApprovalsView } from '@/components/approvals/approvals-view'
import { late } from '@/components/ui/late'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { TitleRow } from '@/components/ui/title-row'
import { proposalsQuery } from '@/lib/agents/client/machine-requests'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { approvalsQuery } from '@/lib/commands/client/approval-query'
import { type CountedIds, countedFields, notCounted } from '@/lib/core/counted'
import { incidentsQuery } from '@/lib/incidents/client/incident-queries'

const MachinesLane = late(() => import('@/components/approvals/machines-lane').then((file) => file.MachinesLane))

const IncidentsCard = dynamic(() => import('@/components/incidents/incidents-view').then((file) => file.IncidentsCard))

const isWaiting = ({ state }: { state: string }) => state === 'waiting'

type Props = {
  context: ComponentProps<typeof ApprovalsView>['context']
  merchant: { code: string; name: string }
  /** The rows of the number that opened the page. */
  counted: CountedIds | null
}

/** What waits for a person: requests for one command, what machines propose, and incidents. */
export function ApprovalsTabs({ context, merchant, counted }: Props) {
  const [{ tab, lane, open }, change] = useSearchParamsState(['tab', 'lane', 'open', ...countedFields])
  // Its number keeps up with what colleagues do, on the other tab as well.
  const incidents = useInfiniteQuery({ ...incidentsQuery(merchant.code, 'waiting'), refetchInterval: 5_000 })
  const shown = tab === 'incidents' ? 'incidents' : lane === 'machines' ? 'machines' : 'requests'
  const requests = useQuery(approvalsQuery())
  const proposals = useQuery({ ...proposalsQuery, refetchInterval: shown === 'machines' ? 5_000 : 30_000 })
  const tabs = (
    <SegmentedControl
      label="What waits"
      segments={[
        { value: 'requests', label: 'People', count: requests.data?.approvals.filter(isWaiting).length },
        { value: 'machines', label: 'Machines', count: proposals.data?.proposals.filter(isWaiting).length },
        { value: 'incidents', label: 'Incidents', count: incidents.data?.pages[0]?.meta.total },
      ]}
      value={shown}
      onChange={(next) =>
        change(
          { ...notCounted, tab: next === 'incidents' ? next : null, lane: next === 'machines' ? next : null, open: null },
          true,
        )
      }
    />
  )
  if (shown === 'requests') return <ApprovalsView context={context} tabs={tabs} />
  if (shown === 'machines')
    return <MachinesLane context={context} tabs={tabs} counted={counted} open={open} onOpen={(id) => change({ open: id })} />
  return (
    <>
      <TitleRow title="Approvals" beside={tabs}>
        <span className="text-meta text-muted">Incidents of {merchant.name}. Open one to see exactly what you’d approve.</span>
      </TitleRow>
      <IncidentsCard merchant={merchant.code} state="waiting" nothing="No incident is waiting for approval" />
    </>
  )
}
