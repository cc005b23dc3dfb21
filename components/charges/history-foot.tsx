'use client'

import { Button } from '@/components/ui/button'
import { CardFoot } from '@/components/ui/card-foot'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { problemWords } from '@/lib/problem-words'
import type { History } from './use-history'

/** How much of the history is there. `found` is the number of orders that pass the filter, null without one. */
export function HistoryFoot({ history, found }: { history: History; found: number | null }) {
  const { orders, total, complete, error, isLoadingOlder, loadOlder } = history
  const loaded = orders.length.toLocaleString('en')
  const all = total === null ? null : total.toLocaleString('en')
  return (
    <>
      {error && (
        <ProblemNotice
          {...problemWords(error)}
          title={history.olderFailed ? 'Older orders could not be read' : 'The history could not be read again'}
          onRetry={history.olderFailed && loadOlder ? loadOlder : history.refresh}
          className="m-3 print:hidden"
        />
      )}
      <CardFoot className="flex-wrap justify-between print:hidden">
        <span>
          {found !== null && `${found.toLocaleString('en')} of ${loaded} orders match. `}
          {complete && found === null && `All ${loaded === '1' ? '1 order' : `${loaded} orders`} loaded. `}
          {!complete && `${loaded} of ${all ?? 'an unknown number of'} orders loaded${isLoadingOlder ? ', reading on' : ''}. `}
          The service keeps no refunds in this list.
        </span>
        {loadOlder && !error && (
          <Button size="small" onClick={loadOlder}>
            Load older orders
          </Button>
        )}
      </CardFoot>
    </>
  )
}
