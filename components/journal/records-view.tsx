'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHead } from '@/components/ui/page-head'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useClock } from '@/components/ui/use-clock'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { recordsQuery } from '@/lib/client/records-query'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { recordFields, recordFilter } from '@/lib/journal-record'
import { may } from '@/lib/roles'
import type { JournalDesk } from './journal-desk'
import { JournalFoot } from './journal-foot'
import { JournalProblem } from './journal-problem'
import { JournalTabs } from './journal-tabs'
import { RecordDays } from './record-days'
import { RecordFilters } from './record-filters'

type Props = { desk: JournalDesk; people: readonly string[] }

/** What was written down beside commands: searches, files, settings, refunds, guided steps. The filter lives in the address. */
export function RecordsView({ desk, people }: Props) {
  const [params, change] = useSearchParamsState(recordFields)
  const filter = recordFilter(params)
  const query = useInfiniteQuery(recordsQuery(filter))
  const { now, zone } = useClock(query.dataUpdatedAt)
  useRowKeys('[data-record]')
  const records = query.data?.pages.flatMap((piece) => piece.records) ?? []
  const clear = () => change(Object.fromEntries(recordFields.map((field) => [field, null])))
  return (
    <>
      <PageHead
        title="Journal"
        description={
          may(desk.role, 'wholeJournal')
            ? 'What everybody did beside commands, newest first. Personal values are masked.'
            : 'What you did beside commands, newest first. Personal values are masked.'
        }
      />
      <JournalTabs here="/journal/records" />
      <RecordFilters filter={filter} people={people} onChange={change} onClear={clear} />
      <Card aria-label="Other entries">
        {query.error && (
          <CardBody>
            <JournalProblem error={query.error} onRetry={() => void query.refetch()} />
          </CardBody>
        )}
        {query.isPending && <SkeletonRows rows={8} />}
        {query.data && records.length === 0 && (
          <EmptyState
            icon={SearchX}
            level={2}
            title="No such entry"
            actions={Object.keys(filter).length > 0 && <Button onClick={clear}>Clear the filter</Button>}
          >
            Searches by personal data, files, lists, notes, refunds, approvals and settings are written down here.
          </EmptyState>
        )}
        {records.length > 0 && (
          <>
            <RecordDays records={records} desk={desk} zone={zone} now={now} />
            <JournalFoot
              shown={records.length}
              isReading={query.isFetchingNextPage}
              onOlder={query.hasNextPage ? () => void query.fetchNextPage() : null}
            />
          </>
        )}
      </Card>
    </>
  )
}
