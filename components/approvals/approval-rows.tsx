import { Badge } from '@/components/ui/badge'
import { relativeTime } from '@/components/ui/relative-time'
import { State } from '@/components/ui/state'
import { useNow } from '@/components/ui/use-now'
import type { Approval, ApprovalAbout, ApprovalsList } from '@/lib/commands/approval'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'

const grid = cn(
  'grid items-center gap-x-3 gap-y-0.5 px-4 grid-cols-[minmax(0,1fr)_auto]',
  'sm:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_8.5rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,0.9fr)_minmax(0,1.1fr)_8.5rem_5.5rem]',
)

type Props = ApprovalsList & { selected: string | null; onSelect: (id: string) => void }

/** Requests, a row each: what, for whom, who asked and when, how much time is left, what was last paid. */
export function ApprovalRows({ approvals, about, selected, onSelect }: Props) {
  return (
    <>
      <div aria-hidden className={cn(grid, 'h-8 border-b font-medium text-meta text-muted max-sm:hidden')}>
        <span>Request</span>
        <span>Buyer</span>
        <span className="max-lg:hidden">Product</span>
        <span className="max-lg:hidden">Asked by</span>
        <span>State</span>
        <span className="text-right max-lg:hidden">Last paid</span>
      </div>
      <ul className="divide-y">
        {approvals.map((approval) => (
          <Row
            key={approval.id}
            approval={approval}
            about={about[approval.id]}
            isSelected={approval.id === selected}
            onSelect={() => onSelect(approval.id)}
          />
        ))}
      </ul>
    </>
  )
}

type RowProps = { approval: Approval; about: ApprovalAbout | undefined; isSelected: boolean; onSelect: () => void }

function Row({ approval, about, isSelected, onSelect }: RowProps) {
  const now = useNow()
  const asked = now === undefined ? '' : `, ${relativeTime(Date.parse(approval.askedAt), now)}`
  return (
    <li
      className={cn(
        'relative hover:bg-hover',
        isSelected && 'bg-selected shadow-[inset_2px_0_0_var(--accent)] hover:bg-selected',
      )}
    >
      <div className={cn(grid, 'min-h-row text-table max-sm:py-2.5')}>
        <button
          type="button"
          data-approval={approval.id}
          aria-pressed={isSelected}
          onClick={onSelect}
          className="min-w-0 truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid"
        >
          {approval.words}
        </button>
        <span className="truncate max-sm:order-3">{requestBuyer(approval, about)}</span>
        <span className="truncate text-ink-2 max-lg:hidden">{about?.product}</span>
        <span className="truncate text-ink-2 sm:max-lg:hidden max-sm:order-4 max-sm:text-right max-sm:text-meta">
          {approval.mine ? 'you' : approval.person}
          {asked}
        </span>
        <span className="max-sm:order-2 max-sm:justify-self-end">
          <ApprovalStateWord approval={approval} />
        </span>
        <span className="truncate text-right text-ink-2 tabular-nums max-lg:hidden">
          {about?.lastPaid ? `${formatAmount(about.lastPaid.amount)} ${about.lastPaid.currency}` : '–'}
        </span>
      </div>
    </li>
  )
}

/** Whom a request is about: the masked e-mail or name, or the end of the id. */
export function requestBuyer({ buyerId }: Pick<Approval, 'buyerId'>, about: ApprovalAbout | undefined): string {
  if (buyerId === null) return 'No buyer yet'
  return about?.buyer ?? `buyer …${buyerId.slice(-4)}`
}

const soonMs = 10 * 60_000

/** How much time is left, amber when it is little; afterwards how it ended. */
export function ApprovalStateWord({ approval: { state, expiresAt, decidedBy } }: { approval: Approval }) {
  const now = useNow()
  switch (state) {
    case 'waiting': {
      const lapses = Date.parse(expiresAt)
      if (now === undefined) return null
      return <Badge kind={lapses - now < soonMs ? 'deferred' : 'neutral'}>{`expires ${relativeTime(lapses, now)}`}</Badge>
    }
    case 'approved':
      return <State kind="settled">{decidedBy === null ? 'approved' : `approved by ${decidedBy}`}</State>
    case 'declined':
      return <State kind="declined">{decidedBy === null ? 'declined' : `declined by ${decidedBy}`}</State>
    case 'voided':
      return <State kind="neutral">not sent</State>
    case 'expired':
      return <State kind="neutral">expired</State>
  }
}
