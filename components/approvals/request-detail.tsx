import { Ban, TimerOff, Undo2 } from 'lucide'
import Link from 'next/link'
import { BeforeAfter } from '@/components/ui/before-after'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { type Approval, type ApprovalAbout, type ApprovalInDetail, withUsualAmount } from '@/lib/commands/approval'
import { describeWhen, formatAsOf } from '@/lib/commands/effect-words'
import { buyerPath } from '@/lib/core/buyer-path'
import { cn } from '@/lib/core/cn'
import { formatDay } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import type { Effect, Later } from '@/lib/operations/effects/effect'
import { hasLapsed } from './ask-again'
import type { DecisionContext } from './decision-context'

type Props = { detail: ApprovalInDetail; mustCheck: boolean; context: DecisionContext; zone: string; now: number }

/** What was asked for, and its effect if it were sent now; once it is decided or has lapsed, its effect as it was asked. */
export function RequestDetail({ detail, mustCheck, context, zone, now }: Props) {
  const { approval, about } = detail
  const effect = withUsualAmount(detail.effect, about)
  const isOpen = approval.state === 'waiting'
  const merchant = context.merchants.find(({ code }) => code === approval.merchant)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3 py-2 text-table">
        {approval.buyerId === null ? (
          <span className="font-medium">No buyer yet</span>
        ) : (
          <Link
            href={buyerPath(approval.buyerId, approval.ticket)}
            prefetch={false}
            className="font-medium text-accent hover:underline"
          >
            {about.buyer ?? `buyer …${approval.buyerId.slice(-4)}`}
          </Link>
        )}
        <span className="text-muted">{[about.country, merchant?.name ?? approval.merchant].filter(Boolean).join(', ')}</span>
        {about.product !== null && <span className="text-muted">{about.product}</span>}
        {approval.ticket !== null && <span className="text-muted">{approval.ticket}</span>}
      </p>
      {isOpen && (detail.factsChanged || mustCheck) && <Changes detail={detail} mustCheck={mustCheck} />}
      {isOpen && detail.blocked !== null && (
        <Notice kind="declined" role="alert">
          <b className="font-semibold">This can’t be approved any more.</b> {detail.blocked} Decline it.
        </Notice>
      )}
      {isOpen && <DoneAlready {...effect} />}
      {hasLapsed(approval) && <Lapsed state={approval.state} />}
      {isOpen && <Warnings effect={effect} />}
      {effect.rows.length > 0 && (
        <BeforeAfter
          rows={effect.rows.map((row) => rowOf(row, zone, now))}
          {...(!isOpen && { caption: 'What would have changed', before: 'Then', after: 'As requested' })}
        />
      )}
      {isOpen && detail.blocked === null && (
        <>
          <LaterSteps steps={effect.later} zone={effect.zone} now={now} />
          <UndoLine undo={effect.undo} />
        </>
      )}
      <RequestFacts approval={approval} about={about} />
    </>
  )
}

/** What is different from what was asked on, before anything else, because it was not what the asker saw. */
function Changes({ detail: { approval, changes }, mustCheck }: Pick<Props, 'detail' | 'mustCheck'>) {
  return (
    <div className="grid gap-2">
      <Notice kind="deferred" role="alert">
        <b className="font-semibold">Something changed since {approval.mine ? 'you' : approval.person} asked.</b>{' '}
        {mustCheck
          ? 'Nothing was sent. Check the change and approve it, then approve the request again.'
          : 'You’ve approved the change.'}
        {changes.length === 0 && ' What changed is masked or isn’t kept, so check all of it below.'}
      </Notice>
      {changes.length > 0 && (
        <BeforeAfter
          caption="What changed since it was requested"
          before="When requested"
          after="Now"
          rows={changes.map(({ field, label, asked, now }) => ({
            field,
            label,
            changes: true,
            before: asked ?? <span className="text-muted">unknown</span>,
            after: now ?? 'unknown',
          }))}
        />
      )}
    </div>
  )
}

/** Says that the same was done already, and leads there. */
export const DoneAlready = ({ repeats }: Pick<Effect, 'repeats'>) =>
  repeats && (
    <Notice kind="deferred" role="alert">
      <b className="font-semibold">The same was already done.</b> {repeats.words} by {repeats.person}, <Time at={repeats.at} />.
      If you send this, it will be done again.{' '}
      <Link href={`/journal?entry=${repeats.actionId}`} prefetch={false} className="underline underline-offset-2">
        Open it in the journal
      </Link>
    </Notice>
  )

const Lapsed = ({ state }: Pick<Approval, 'state'>) => (
  <Notice kind="neutral" icon={TimerOff}>
    <b className="font-semibold">Nothing was sent.</b>{' '}
    {state === 'voided' ? 'Something changed after it was requested.' : 'Nobody decided within 30 minutes.'} It can’t be approved
    any more.
  </Notice>
)

/** If the command charges the buyer, the first warning is red. */
export function Warnings({ effect: { later, warnings } }: { effect: Effect }) {
  const danger = later.find(({ danger }) => danger)
  const all = warnings.length === 0 && danger ? [danger.says] : warnings
  return all.map((says, index) => (
    <Notice key={says} kind={danger ? (index === 0 ? 'danger' : 'neutral') : 'deferred'}>
      {says}
    </Notice>
  ))
}

export function rowOf({ field, label, before, beforeAsOf, after, changes }: Effect['rows'][number], zone: string, now: number) {
  return {
    field,
    label,
    changes,
    before: (
      <>
        {before ?? <span className="text-muted">unknown</span>}
        {beforeAsOf !== null && (
          <span className="ml-1.5 whitespace-nowrap text-meta text-muted">{formatAsOf(beforeAsOf, zone, now)}</span>
        )}
      </>
    ),
    after: changes ? (after ?? 'unknown') : 'stays',
  }
}

export function UndoLine({ undo }: { undo: Effect['undo'] }) {
  return (
    <p className="flex items-center gap-2 text-ink-2 text-table">
      <Icon of={undo.possible ? Undo2 : Ban} size={14} className="text-muted" />
      {undo.possible ? (
        <span>
          Can be undone with <b className="font-semibold text-ink">{undo.verb}</b>
        </span>
      ) : (
        `Can’t be undone. ${undo.why}`
      )}
    </p>
  )
}

type LaterStepsProps = { steps: readonly Later[]; zone: string; now: number }

/** Later consequences, one dated sentence each. */
export function LaterSteps({ steps, zone, now }: LaterStepsProps) {
  if (steps.length === 0) return null
  return (
    <section aria-label="What happens next" className="grid gap-1.5">
      <h3 className="font-semibold text-table">What happens next</h3>
      <ul className="text-table">
        {steps.map((step) => (
          <li
            key={`${step.from} ${step.until} ${step.says}`}
            className="relative grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2.5 py-0.75 before:absolute before:top-3.5 before:-bottom-2 before:left-[5.5px] before:border-line-control before:border-l before:border-dashed last:before:hidden sm:grid-cols-[0.75rem_7rem_minmax(0,1fr)]"
          >
            <span
              aria-hidden
              className={cn(
                'relative mx-0.5 mt-1.5 size-1.75 rounded-full border',
                step.danger ? 'border-danger-solid bg-danger-solid' : 'border-line-control bg-overlay',
              )}
            />
            <span className="text-muted tabular-nums">{describeWhen(step, zone, now)}</span>
            <span className="max-sm:col-start-2">{step.says}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Reason, time and deadline of the request; after the decision also who decided, and their note. */
function RequestFacts({ approval, about: { lastPaid } }: { approval: Approval; about: ApprovalAbout }) {
  const { reason, comment } = (approval.request.body ?? {}) as { reason?: unknown; comment?: unknown }
  return (
    <DataList>
      {typeof reason === 'string' && reason !== '' && <DataItem term="Reason">{reason}</DataItem>}
      {typeof comment === 'string' && comment !== '' && <DataItem term="Comment">{comment}</DataItem>}
      <DataItem term="Requested">
        <Time at={approval.askedAt} align="start" />
        {approval.state === 'waiting' && (
          <span className="text-muted">
            expires <Time at={approval.expiresAt} />
          </span>
        )}
      </DataItem>
      {lastPaid && (
        <DataItem term="Last paid">
          <span className="tabular-nums">
            {formatAmount(lastPaid.amount)} {lastPaid.currency}
          </span>
          <span className="text-muted">
            {formatDay(lastPaid.day)}
            {lastPaid.card !== null && `, card ••${lastPaid.card}`}
          </span>
        </DataItem>
      )}
      {approval.decidedAt !== null && (
        <DataItem term="Decided">
          <Time at={approval.decidedAt} align="start" />
          <span className="text-muted">by {approval.decidedBy}</span>
        </DataItem>
      )}
      {approval.note !== null && <DataItem term="Note">{approval.note}</DataItem>}
    </DataList>
  )
}
