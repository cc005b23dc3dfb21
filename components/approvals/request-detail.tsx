import { Ban, Undo2 } from 'lucide-react'
import Link from 'next/link'
import { BeforeAfter } from '@/components/ui/before-after'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import type { ApprovalInDetail } from '@/lib/approval'
import { buyerPath } from '@/lib/buyer-path'
import { asOfWords } from '@/lib/effect-words'
import type { Effect } from '@/lib/operations/effects/effect'
import type { DecisionDesk } from './decision-desk'
import { LaterSteps } from './later-steps'
import { RequestFacts } from './request-facts'

type Props = { detail: ApprovalInDetail; desk: DecisionDesk; zone: string; now: number }

/** What was asked, and what it would do if it were sent now. */
export function RequestDetail({ detail: { approval, effect, factsChanged }, desk, zone, now }: Props) {
  const merchant = desk.merchants.find(({ code }) => code === approval.merchant)
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
            buyer{' '}
            <span className="font-mono text-meta tracking-mono">{`${approval.buyerId.slice(0, 8)}…${approval.buyerId.slice(-4)}`}</span>
          </Link>
        )}
        <span className="text-muted">{merchant?.name ?? approval.merchant}</span>
        {approval.ticket !== null && <span className="text-muted">{approval.ticket}</span>}
      </p>
      {factsChanged && approval.state === 'waiting' && (
        <Notice kind="deferred" role="alert">
          <b className="font-semibold">Changed since it was asked.</b> Something this rests on is another now, so it can only be
          declined and asked anew. Nothing was sent.
        </Notice>
      )}
      <Warnings effect={effect} />
      {effect.rows.length > 0 && <BeforeAfter rows={effect.rows.map((row) => rowOf(row, zone, now))} />}
      <LaterSteps steps={effect.later} zone={effect.zone} now={now} />
      <UndoLine undo={effect.undo} />
      <RequestFacts approval={approval} />
    </>
  )
}

/** The first warning of what charges the buyer is red; whatever else there is to know is not. */
function Warnings({ effect: { later, warnings } }: { effect: Effect }) {
  const danger = later.find(({ danger }) => danger)
  const all = warnings.length === 0 && danger ? [danger.says] : warnings
  return all.map((says, index) => (
    <Notice key={says} kind={danger ? (index === 0 ? 'danger' : 'neutral') : 'deferred'}>
      {says}
    </Notice>
  ))
}

function rowOf({ field, label, before, beforeAsOf, after, changes }: Effect['rows'][number], zone: string, now: number) {
  return {
    ...{ field, label, changes },
    before: (
      <>
        {before ?? <span className="text-muted">not known</span>}
        {beforeAsOf !== null && (
          <span className="ml-1.5 whitespace-nowrap text-meta text-muted">{asOfWords(beforeAsOf, zone, now)}</span>
        )}
      </>
    ),
    after: changes ? (after ?? 'not known') : 'stays',
  }
}

function UndoLine({ undo }: { undo: Effect['undo'] }) {
  return (
    <p className="flex items-center gap-2 text-ink-2 text-table">
      <Icon of={undo.possible ? Undo2 : Ban} size={14} className="text-muted" />
      {undo.possible ? (
        <span>
          Can be undone with <b className="font-semibold text-ink">{undo.verb}</b>
        </span>
      ) : (
        `Cannot be undone. ${undo.why}`
      )}
    </p>
  )
}
