'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { useClock } from '@/components/ui/use-clock'
import { useRowKeys } from '@/components/ui/use-row-keys'
import type { OpenAction } from '@/lib/action'
import { journalQuery } from '@/lib/client/journal-query'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { inZone } from '@/lib/dates'
import { EntryOfLink } from './entry-of-link'
import type { CommandOnWire, JournalDesk } from './journal-desk'
import { JournalEmpty } from './journal-empty'
import { JournalFilters } from './journal-filters'
import { JournalFoot } from './journal-foot'
import { JournalHead } from './journal-head'
import { JournalList } from './journal-list'
import { JournalProblem } from './journal-problem'
import { JournalSkeleton } from './journal-skeleton'
import { useJournalFilter } from './use-journal-filter'

type Props = {
  desk: JournalDesk
  commands: readonly CommandOnWire[]
  people: readonly string[]
  openAction: OpenAction
}

/** Who did what, newest first. The filter and the unfolded entry live in the address. */
export function JournalView({ desk, commands, people, openAction }: Props) {
  const { filter, change, clear } = useJournalFilter()
  const [{ entry: unfolded }, changeAddress] = useSearchParamsState(['entry'])
  const query = useInfiniteQuery(journalQuery(filter))
  const { now, zone } = useClock(query.dataUpdatedAt)
  const follow = useFollowed(unfolded)
  useRowKeys('[data-entry]')

  const actions = query.data?.pages.flatMap((piece) => piece.actions) ?? []
  const isElsewhere = unfolded !== null && !query.isPending && actions.every(({ actionId }) => actionId !== unfolded)
  const unfold = (actionId: string | null) => changeAddress({ entry: actionId })
  const onShow = (actionId: string) => {
    follow()
    unfold(actionId)
  }
  const entry = { desk, commands, zone, openAction, onShow }
  return (
    <>
      <JournalHead role={desk.role} filter={filter} />
      <JournalFilters filter={filter} desk={desk} commands={commands} people={people} onChange={change} onClear={clear} />
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
        {query.data && actions.length === 0 && <JournalEmpty isFiltered={Object.keys(filter).length > 0} onClear={clear} />}
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

/** Takes the focus along to the entry that a link of another one unfolds. Returns what says that it was such a link. */
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
