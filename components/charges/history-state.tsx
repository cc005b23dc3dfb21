import { Receipt, SearchX } from 'lucide'
import { Button } from '@/components/ui/button'
import { CardFoot } from '@/components/ui/card-foot'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { useClock } from '@/components/ui/use-clock'
import { describeCoverage, missingOf, noCharges, uncounted } from '@/lib/charges/history-pieces'
import { countOf } from '@/lib/core/count-of'
import type { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { useReadState } from '@/lib/knowledge/client/use-read-state'
import { HistorySkeleton } from './history-skeleton'
import type { History } from './use-history'

/** How the history is shown where a read failed. That older orders didn't load makes the others no older. */
export function useHistoryState({ state, error, olderFailed, asOf }: History) {
  const clock = useClock(asOf)
  const read = useReadState({ error, isKnown: state === 'read', at: asOf, clock })
  return olderFailed ? { ...read, stamp: null, problem: read.stamp?.because === null ? null : error } : read
}

type UnreadProps = { history: History; problem: ServiceProblem | null; isUnknown: boolean }

/** What there is to say while no order is known: still loading, failed, none. */
export function Unread({ history, problem, isUnknown }: UnreadProps) {
  const { state, orders } = history
  const missing = missingOf(history)
  return (
    <>
      {isUnknown && (
        <p className="px-4 py-3 text-muted text-table">
          Unknown until the service answers. Don’t tell the customer what was paid yet.
        </p>
      )}
      {problem && state === 'failed' && (
        <ProblemNotice
          {...describeProblem(problem)}
          onRetry={describeProblem(problem).again ? history.refresh : undefined}
          className="m-3"
        />
      )}
      {state === 'loading' && <HistorySkeleton />}
      {state === 'read' && orders.length === 0 && (
        <EmptyState icon={Receipt} title={missing === null ? 'No charges' : 'Charges missing'}>
          {missing === null ? noCharges : `${missing.says} Refresh to try again.`}
        </EmptyState>
      )}
    </>
  )
}

export function NoMatch({ history, onClear }: { history: History; onClear: () => void }) {
  const missing = missingOf(history)
  return (
    <EmptyState icon={SearchX} title="No matching orders" actions={<Button onClick={onClear}>Clear filters</Button>}>
      {missing === null
        ? history.orders.length === 1
          ? 'The only order doesn’t match your filters.'
          : `None of the ${countOf(history.orders.length, 'order')} match your filters.`
        : `None of the loaded orders match your filters. ${missing.says}`}
    </EmptyState>
  )
}

/** How much of the history is loaded. `found` is the number of orders that pass the filter, null without one. */
export function HistoryFoot({
  history,
  problem,
  found,
}: {
  history: History
  problem: ServiceProblem | null
  found: number | null
}) {
  const { orders, total, complete, error, isLoadingOlder, loadOlder } = history
  const loaded = orders.length.toLocaleString('en')
  const all = total === null ? null : total.toLocaleString('en')
  const showing = `Showing ${loaded === '1' ? 'the only order' : `all ${loaded} orders`}.`
  return (
    <>
      {problem && (
        <ProblemNotice
          {...describeProblem(problem)}
          title={history.olderFailed ? 'Couldn’t load older orders' : 'Couldn’t refresh the charge history'}
          onRetry={history.olderFailed && loadOlder ? loadOlder : history.refresh}
          className="m-3 print:hidden"
        />
      )}
      <CardFoot className="flex-wrap justify-between print:hidden">
        <span>
          {found !== null && `${found.toLocaleString('en')} of ${loaded} orders match. `}
          {complete && found === null && `${all === null ? uncounted : showing} `}
          {!complete && `${loaded} of ${all ?? 'an unknown number of'} orders loaded${isLoadingOlder ? ', loading more' : ''}. `}
          {!complete && `Counts and totals are those ${describeCoverage(history)}. `}
          Dates are in service time. Refunds aren’t included.
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
