import { CircleX } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'
import { differenceTo, monthlyOf, totalOf } from '@/lib/prices/compare-cells'
import { GivenAmount } from './given'
import type { CellView } from './use-cells'

type Props = {
  /** "B in EUR". */
  name: string
  view: CellView
  /** Whether the cell names the currency, because no column head does. */
  showsCurrency: boolean
  baseline: CellView | null
  isBaseline: boolean
  isChosen: boolean
  onChoose: () => void
}

/** A bundle's price in a currency, against the baseline and per month. Outdated numbers are grey until newer ones arrive. */
export function MatrixCell({ name, view, showsCurrency, baseline, isBaseline, isChosen, onChoose }: Props) {
  const isOld = view.isOutdated || view.isAsking
  return (
    <td className="h-px p-0 align-top">
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`Receipt of ${name}`}
        aria-busy={view.isAsking || undefined}
        onClick={onChoose}
        className={cn(
          'grid h-full min-h-19 w-full min-w-30 content-start whitespace-nowrap justify-items-end px-4 py-3 text-right text-table hover:bg-hover focus-visible:-outline-offset-2 max-sm:px-3',
          isChosen && 'bg-selected shadow-[inset_0_0_0_2px_var(--accent)] print:bg-transparent print:shadow-none',
        )}
      >
        <Inside view={view} showsCurrency={showsCurrency} baseline={baseline} isBaseline={isBaseline} isOld={isOld} />
      </button>
    </td>
  )
}

type InsideProps = Pick<Props, 'view' | 'showsCurrency' | 'baseline' | 'isBaseline'> & { isOld: boolean }

function Inside({ view: { outcome, isAsking }, showsCurrency, baseline, isBaseline, isOld }: InsideProps) {
  if (!outcome) return <span className="text-muted">{isAsking ? 'calculating…' : '–'}</span>
  if ('problem' in outcome) {
    return (
      <span
        className={cn(
          'inline-flex max-w-40 items-start gap-1.5 whitespace-normal text-left text-meta',
          isOld ? 'text-muted' : 'text-declined',
        )}
      >
        <Icon of={CircleX} size={14} className="mt-0.5" />
        {isAsking ? 'updating…' : outcome.problem.detail}
      </span>
    )
  }
  const total = totalOf(outcome.bundle)
  const monthly = monthlyOf(outcome.bundle)
  return (
    <>
      <span>
        <GivenAmount amount={total} className={cn('font-semibold text-body', isOld ? 'text-muted' : 'text-ink')} />
        {showsCurrency && <small className="ml-1 text-ink-2 text-meta">{outcome.answer.currency}</small>}
      </span>
      <span className={cn('text-meta', isOld ? 'text-muted' : 'text-ink-2')}>
        {isBaseline ? 'baseline' : <Compared outcome={outcome} baseline={baseline} />}
      </span>
      <span className="text-meta text-muted">
        {monthly.amount === null ? (
          monthly.why
        ) : (
          <>
            <GivenAmount amount={monthly.amount} /> a month{monthly.isSum && <span className="block">summed</span>}
          </>
        )}
      </span>
      {isOld && <span className="text-meta text-muted italic">{isAsking ? 'calculating…' : 'outdated'}</span>}
    </>
  )
}

function Compared({
  outcome,
  baseline,
}: {
  outcome: Extract<CellView['outcome'], { answer: unknown }>
  baseline: CellView | null
}) {
  const other = baseline?.outcome
  if (!other || 'problem' in other) return null
  const [from, to] = [totalOf(other.bundle), totalOf(outcome.bundle)]
  if (from === null || to === null) return null
  const currency = outcome.answer.currency
  if (currency === null || other.answer.currency === null) return null
  const difference = differenceTo({ total: from, currency: other.answer.currency }, { total: to, currency })
  if (difference === null) return 'different currency'
  return (
    <>
      <GivenAmount amount={difference.amount} />
      {difference.percent && ` · ${difference.percent}`}
    </>
  )
}
