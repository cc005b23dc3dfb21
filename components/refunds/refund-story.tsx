import { CopyCheck, CreditCard, type IconNode, Info, Undo2, User } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { StateGlyph } from '@/components/ui/state-glyph'
import { familyKinds } from '@/lib/charges/status'
import { cn } from '@/lib/core/cn'
import { formatDay, serviceTime } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import type { HintKind } from '@/lib/refunds/look-at'
import type { RefundedCharge } from '@/lib/refunds/refund'
import type { Hint } from '@/lib/refunds/refund-hints'

/** How the order came to be paid, attempt by attempt, with the charge in question marked. */
export function RefundStoryLadder({ charge, currency }: { charge: RefundedCharge; currency: string }) {
  const at = serviceTime(charge.createdAt)
  const story = charge.story ?? { attempts: [onlyAttempt(charge, currency)], leftOut: 0 }
  return (
    <section aria-label="What happened">
      <h3 className="mb-1.5 font-medium text-meta text-muted">
        What happened, order {charge.orderId}
        {at && `, ${formatDay(at.day)}`}
      </h3>
      <ol className="divide-y overflow-clip rounded-control border text-table">
        {story.leftOut > 0 && (
          <li className="px-3 py-1.5 text-meta text-muted">{story.leftOut} earlier attempts without money received</li>
        )}
        {story.attempts.map((attempt, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no id here and never change places.
            key={place}
            aria-current={attempt.isThis || undefined}
            className={cn(
              'grid min-h-8.5 grid-cols-[1rem_4.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 py-1',
              attempt.isThis && 'bg-selected',
            )}
          >
            <StateGlyph kind={familyKinds[attempt.family]} />
            <span className="tabular-nums">{serviceTime(attempt.at)?.time ?? '–'}</span>
            <span className="min-w-0 wrap-anywhere">
              {attempt.provider ?? 'unknown provider'}{' '}
              <span className="text-muted">{attempt.isThis ? 'this one' : attempt.words}</span>
            </span>
            <span className={cn('text-right tabular-nums', attempt.family === 'received' ? 'font-semibold' : 'text-ink-2')}>
              {formatAmount(attempt.amount)} <small className="font-normal text-ink-2 text-meta">{attempt.currency}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const onlyAttempt = ({ createdAt, provider, status, amount }: RefundedCharge, currency: string) => ({
  at: createdAt,
  provider,
  family: 'received' as const,
  words: status,
  amount,
  currency,
  isThis: true,
})

const icons: Record<HintKind, IconNode | null> = {
  paid: null,
  equal: CopyCheck,
  doubt: Info,
  failed: Undo2,
  buyer: User,
  card: CreditCard,
  amount: Undo2,
  event: Undo2,
}

/** What a decision rests on, a sentence each; what somebody should look at first is amber. */
export const RefundHints = ({ hints }: { hints: readonly Hint[] }) => (
  <ul aria-label="Before you decide" className="grid gap-1.5 text-table">
    {hints.map(({ kind, warns, says }) => {
      const icon = icons[kind]
      return (
        <li key={says} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5">
          {icon === null ? (
            <StateGlyph kind="settled" className="mt-0.5" />
          ) : (
            <Icon of={icon} size={14} className={cn('mt-0.5', warns ? 'text-deferred' : 'text-muted')} />
          )}
          <span>{says}</span>
        </li>
      )
    })}
  </ul>
)
