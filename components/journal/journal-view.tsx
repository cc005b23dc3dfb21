'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { EmptyState } from '@/components/ui/empty-state'
import { onDemand } from '@/components/ui/late'
import { CountedLine, NewerText } from '@/components/ui/newer-line'
import { Skeleton } from '@/components/ui/skeleton'
import { useClock } from '@/components/ui/use-clock'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import type { OpenAction } from '@/lib/commands/action'
import { journalQuery } from '@/lib/commands/client/journal-query'
import { inZone } from '@/lib/core/dates'
import type { ChainEnd } from '@/lib/core/verdict'
import type { CommandOnWire, JournalContext } from './journal-context'
import { JournalFilters, useJournalFilter } from './journal-filters'
import { JournalFoot, JournalProblem } from './journal-foot'
import { JournalHead } from './journal-head'
import { JournalList } from './journal-list'
import { journalColumns } from './journal-row'

const EntryOfLink = onDemand(() => import('./entry-of-link').then((file) => file.EntryOfLink))

type Props = {
  context: JournalContext
  commands: readonly CommandOnWire[]
  people: readonly string[]
  /** The journal's end as the page was opened; null for people who see only their own actions. */
  end: ChainEnd | null
  openAction: OpenAction
}

/** Who did what, newest first. The filter and the unfolded entry live in the address. */
export function JournalView({ context, commands, people, end, openAction }: Props) {
  const { filter, change, clear } = useJournalFilter()
  const [{ entry: unfolded }, changeAddress] = useSearchParamsState(['entry'])
  const query = useInfiniteQuery(journalQuery(filter))
  const { now, zone } = useClock(query.dataUpdatedAt)
  const follow = useFollowed(unfolded)
  useRowKeys('[data-entry]')

  const actions = query.data?.pages.flatMap((piece) => piece.actions) ?? []
  const [first] = query.data?.pages ?? []
  const since = first?.counted && { ...first.counted, count: first.counted.newer.length }
  const newer = since?.newer ?? []
  const isElsewhere =
    unfolded !== null && !query.isPending && [...newer, ...actions].every(({ actionId }) => actionId !== unfolded)
  const unfold = (actionId: string | null) => changeAddress({ entry: actionId })
  const onShow = (actionId: string) => {
    follow()
    unfold(actionId)
  }
  const entry = { context, commands, zone, openAction, onShow }
  return (
    <>
      <JournalHead role={context.role} filter={filter} end={end} />
      <JournalFilters
        filter={filter}
        context={context}
        commands={commands}
        people={people}
        buyer={actions.find(({ buyerId }) => buyerId === filter.buyerId)?.buyer ?? null}
        onChange={change}
        onClear={clear}
      />
      {isElsewhere && <EntryOfLink {...entry} actionId={unfolded} onClose={() => unfold(null)} />}
      <Card aria-label="Entries">
        {query.error && (
          <CardBody>
            <JournalProblem
              error={query.error}
              onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
            />
          </CardBody>
        )}
        {query.isPending && <JournalSkeleton />}
        {since && <CountedLine since={since} onNow={() => change({})} />}
        {since && newer.length > 0 && (
          <>
            <JournalList {...entry} actions={newer} today={inZone(now, zone).day} unfolded={unfolded} onUnfold={unfold} />
            <div className="border-y bg-sunken px-4 text-table">
              <NewerText since={since} />
            </div>
          </>
        )}
        {query.data && actions.length + newer.length === 0 && (
          <JournalEmpty isFiltered={Object.keys(filter).length > 0} onClear={clear} />
        )}
        {actions.length > 0 && (
          <>
            <JournalList {...entry} actions={actions} today={inZone(now, zone).day} unfolded={unfolded} onUnfold={unfold} />
            <JournalFoot
              shown={actions.length}
              isReading={query.isFetchingNextPage}
              onOlder={query.hasNextPage ? () => void query.fetchNextPage() : null}
            />
          </>
        )}
      </Card>
    </>
  )
}

/** Moves the focus to the entry that another entry's link unfolds. Call the returned function when such a link is followed. */
function useFollowed(unfolded: string | null): () => void {
  const follows = useRef(false)
  useEffect(() => {
    if (!follows.current) return
    follows.current = false
    const entry = document.querySelector<HTMLElement>(`[data-entry="${unfolded}"]`)
    ;(entry ?? document.getElementById('entry-of-link'))?.focus()
  }, [unfolded])
  return () => {
    follows.current = true
  }
}

/** Shown if nothing was done yet, or if no action passes the filter. */
function JournalEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} level={2} title="No matching entries" actions={<Button onClick={onClear}>Clear filters</Button>}>
        Ticket and buyer id must match exactly. Remove a filter or clear them all.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      level={2}
      title="No actions yet"
      actions={
        <Link prefetch={false} href="/" className={buttonClass({ variant: 'primary' })}>
          Find a buyer
        </Link>
      }
    >
      Every action on a buyer appears here, with what was sent, what changed and the outcome.
    </EmptyState>
  )
}

/** Placeholder rows while the journal loads. */
function JournalSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy>
      <p role="status" className="sr-only">
        Loading the journal
      </p>
      <div aria-hidden className="divide-y">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never change places.
          <div key={row} className={`${journalColumns} items-center gap-y-2 max-md:py-3 md:h-row`}>
            <Skeleton className="h-3 w-14 max-md:order-4" />
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3 w-36 max-md:order-first" />
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-3 w-40 max-md:hidden" />
            <Skeleton className="h-3 w-14 max-lg:hidden" />
            <Skeleton className="h-3 w-16" />
          </div>
        ))}
      </div>
    </div>
  )
}
