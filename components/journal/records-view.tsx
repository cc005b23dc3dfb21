'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, SearchX } from 'lucide'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { TitleRow } from '@/components/ui/title-row'
import { useClock } from '@/components/ui/use-clock'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { recordsQuery } from '@/lib/commands/client/records-query'
import { type JournalRecord, recordFields, recordFilter } from '@/lib/commands/journal-record'
import { cn } from '@/lib/core/cn'
import { dayHeading, exactTime, inZone } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { may } from '@/lib/core/roles'
import { BuyerLink, namelessBuyer } from './buyer-link'
import type { JournalContext } from './journal-context'
import { JournalFoot, JournalProblem } from './journal-foot'
import { RecordFilters } from './record-filters'

type Props = { context: JournalContext; people: readonly string[] }

/** Journal records other than commands: searches, files, settings, refunds, guided steps. The filter lives in the address. */
export function RecordsView({ context, people }: Props) {
  const [params, change] = useSearchParamsState(recordFields)
  const filter = recordFilter(params)
  const query = useInfiniteQuery(recordsQuery(filter))
  const { now, zone } = useClock(query.dataUpdatedAt)
  useRowKeys('[data-record]')
  const records = query.data?.pages.flatMap((piece) => piece.records) ?? []
  const clear = () => change(Object.fromEntries(recordFields.map((field) => [field, null])), true)
  return (
    <>
      <TitleRow
        title="Journal"
        beside={
          may(context.role, 'wholeJournal')
            ? 'Everything else people did, newest first. Personal values are masked.'
            : 'Everything else you did, newest first. Personal values are masked.'
        }
      />
      <RecordFilters
        filter={filter}
        people={people}
        buyer={records.find(({ buyerId }) => buyerId === filter.buyerId)?.buyer ?? null}
        onChange={(changes) => change(changes, true)}
        onClear={clear}
      />
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
            title="No entries"
            actions={Object.keys(filter).length > 0 && <Button onClick={clear}>Clear filters</Button>}
          >
            Searches of personal data, exports, imports, notes, refunds, approvals and settings changes appear here.
          </EmptyState>
        )}
        {records.length > 0 && (
          <>
            <RecordDays records={records} context={context} zone={zone} now={now} />
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

type RecordDaysProps = { records: readonly JournalRecord[]; context: JournalContext; zone: string; now: number }

/** Entries grouped by day in the viewer's time zone. */
function RecordDays({ records, context, zone, now }: RecordDaysProps) {
  const today = inZone(now, zone).day
  return [...groupBy(records, ({ at }) => inZone(Date.parse(at), zone).day)].map(([day, entries], index) => (
    <section key={day} aria-label={dayHeading(day)} className={index === 0 ? undefined : 'border-t'}>
      <h2 className={cn('border-b bg-surface px-4 py-1.5 font-medium text-meta text-muted', index === 0 && 'rounded-t-card')}>
        {day === today && 'Today, '}
        {dayHeading(day)}
      </h2>
      <ul className="divide-y">
        {entries.map((record) => (
          <RecordRow key={record.seq} record={record} context={context} zone={zone} />
        ))}
      </ul>
    </section>
  ))
}

type RecordRowProps = { record: JournalRecord; context: JournalContext; zone: string }

/** One entry in a line that unfolds to its details. */
function RecordRow({ record, context, zone }: RecordRowProps) {
  const merchant = context.merchants.find(({ code }) => code === record.merchant)?.name ?? record.merchant
  return (
    <li>
      <details className="group">
        <summary
          data-record
          className="grid cursor-pointer list-none grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 text-table hover:bg-hover focus-visible:-outline-offset-2 max-md:py-2 md:min-h-row md:grid-cols-[1rem_4.5rem_9rem_minmax(0,1fr)_11rem_6rem] [&::-webkit-details-marker]:hidden"
        >
          <Icon of={ChevronRight} size={14} className="text-muted transition-transform group-open:rotate-90" />
          <span className="tabular-nums max-md:order-3 max-md:text-muted">{inZone(Date.parse(record.at), zone).time}</span>
          <span className="truncate max-md:order-4 max-md:col-start-2 max-md:text-muted">{record.person}</span>
          <span className="min-w-0 max-md:order-2 md:truncate">
            <b className="font-medium">{record.words}</b>
            <span className="ml-2 text-muted max-md:ml-0 max-md:block">{record.gist}</span>
          </span>
          <span className="truncate text-ink-2 max-md:order-5 max-md:col-start-2">
            {record.buyerId !== null && (record.buyer ?? namelessBuyer(record.buyerId))}
          </span>
          <span className="truncate text-ink-2 max-md:order-6 max-md:text-right">{record.ticket}</span>
        </summary>
        <DataList className="bg-surface px-4 pt-1 pb-4 md:pl-11">
          <DataItem term="Written">{exactTime(Date.parse(record.at), zone)}</DataItem>
          <DataItem term="Entry">{record.seq}</DataItem>
          {merchant !== '' && <DataItem term="Merchant">{merchant}</DataItem>}
          {record.buyerId !== null && (
            <DataItem term="Buyer">
              <BuyerLink buyerId={record.buyerId} name={record.buyer} merchant={record.merchant} context={context} />
              <Ident value={record.buyerId} />
            </DataItem>
          )}
          {record.details.map(([name, value]) => (
            <DataItem key={name} term={name.charAt(0).toUpperCase() + name.slice(1)}>
              {isId(value) ? <Ident value={value} /> : value}
            </DataItem>
          ))}
        </DataList>
      </details>
    </li>
  )
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
