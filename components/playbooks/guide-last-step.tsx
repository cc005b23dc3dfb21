'use client'

import { Copy, PencilLine, Undo2 } from 'lucide'
import { useContext } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Skeleton } from '@/components/ui/skeleton'
import { StateNode } from '@/components/ui/state-node'
import { OutageContext } from '@/lib/client/outage'
import { formatAmount } from '@/lib/core/money'
import { type DashboardRight, may, roleFor } from '@/lib/core/roles'
import { type ActOutcome, outcomeSentences } from '@/lib/playbooks/acts'
import type { Act } from '@/lib/playbooks/playbook'
import { nameOf } from '@/lib/playbooks/subscription-steps'
import type { GuideContext } from './guide-context'
import { describeAction, stepButtons } from './guide-question'
import type { GuideStepping } from './use-guide-step'
import { actName, type LastStep } from './use-last-step'

type Props = {
  last: LastStep
  context: GuideContext
  /** The reply as it is shown; null where there is none. */
  text: string | null
  /** Null where the person only looks. */
  stepping: GuideStepping | null
  canGoBack: boolean
}

/** Actions, each with its preview; then what became of it. One press does it all and copies the reply. */
export function GuideLastStep({ last, context, text, stepping, canGoBack }: Props) {
  const { acts, todo, reply, isBegun } = last
  const isSending = last.sending !== null
  return (
    <div className="grid min-w-0 gap-2.5">
      <h3 data-next tabIndex={-1} className="font-semibold text-table focus:outline-none">
        {todo.length === 0 ? 'Send the reply' : isBegun ? 'Do the rest and copy the reply' : 'Do it all and copy the reply'}
      </h3>
      {acts.length > 0 && (
        <ul aria-label="Actions" className="grid gap-1.5">
          {acts.map((act) => (
            <ActItem key={act.key} act={act} last={last} context={context} canOpen={stepping !== null && !isSending} />
          ))}
        </ul>
      )}
      {isBegun && !isSending && <WhatBecame last={last} text={text} />}
      {reply?.gaps.map((gap) => (
        <Notice key={gap} kind="deferred" role="status">
          {gap}
        </Notice>
      ))}
      {stepping && <LastButtons last={last} context={context} text={text} stepping={stepping} canGoBack={canGoBack} />}
    </div>
  )
}

type ButtonsProps = Props & { stepping: GuideStepping }

/** One of them is the next thing to press: while there is something to do it is that, then the copy of the reply. */
function LastButtons({ last, context, text, stepping, canGoBack }: ButtonsProps) {
  const { todo, isBegun, sending, stuck, doAll } = last
  const outage = useContext(OutageContext)
  return (
    <div className={stepButtons}>
      {todo.length > 0 && (
        <SendingButton
          variant={stuck ? 'default' : 'primary'}
          size="small"
          sending={sending !== null}
          disabledBecause={outage ?? heldBecause(last, context)}
          tipPlace={{ align: 'start' }}
          onClick={() => void doAll()}
        >
          {isBegun ? 'Do the rest and copy the reply' : 'Do it all and copy the reply'}
        </SendingButton>
      )}
      {(todo.length === 0 || isBegun) && sending === null && (
        <>
          <CopyButton
            text={text ?? ''}
            label="Copy reply"
            icon={Copy}
            size="small"
            variant={todo.length === 0 || stuck ? 'primary' : 'default'}
            disabledBecause={text === null ? 'There’s no reply to copy.' : undefined}
          />
          <Button
            size="small"
            disabledBecause={stepping.isPending ? 'Saving…' : undefined}
            onClick={() => stepping.mutate({ kind: 'ended', words: text })}
          >
            Finish with this reply
          </Button>
        </>
      )}
      {canGoBack && !isBegun && (
        <Button
          size="small"
          variant="quiet"
          disabledBecause={stepping.isPending ? 'Saving…' : undefined}
          onClick={() => stepping.mutate({ kind: 'back' })}
        >
          Back
        </Button>
      )}
    </div>
  )
}

/** Why nothing can be done from here now, or undefined. */
function heldBecause({ todo, previews, outcomes, stuck }: LastStep, { role }: GuideContext): string | undefined {
  if (stuck) return `“${describeAction(stuck)}” isn’t confirmed. Check it first.`
  for (const act of todo) {
    const right: DashboardRight = act.kind === 'refund' ? 'requestRefund' : 'act'
    if (!may(role, right)) return `${describeAction(act)} needs the ${roleFor(right)} role.`
    if (outcomes.get(act.key)?.kind === 'unconfirmed') continue
    const held = previews.get(act.key)?.held
    if (held === undefined) return 'Loading the preview…'
    if (held !== null) return held
  }
  return undefined
}

type ActProps = { act: Act; last: LastStep; context: GuideContext; canOpen: boolean }

function ActItem({ act, last, context, canOpen }: ActProps) {
  const result = last.resultOf(act)
  const isSending = last.sending === act.key
  const preview = last.previews.get(act.key)
  const isIdle = act.nothing !== null && result === null
  return (
    <li className={isIdle ? 'rounded-control border bg-sunken text-muted text-table' : 'rounded-control border text-table'}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-1.5 pl-2.5">
        {result ? (
          <StateNode kind={looks[result.kind].kind} className="size-5!" />
        ) : (
          <StateNode icon={act.kind === 'refund' ? Undo2 : PencilLine} className="size-5!" />
        )}
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">
          {describeAction(act)}
          <span className="font-normal text-muted">, {subjectOf(act)}</span>
        </span>
        {result?.kind === 'unconfirmed' || result?.kind === 'differs' ? (
          <Button
            size="tiny"
            aria-label={`Check “${describeAction(act)}”`}
            onClick={() => context.openAction(result.actionId, describeAction(act))}
          >
            Check
          </Button>
        ) : (
          canOpen &&
          !isIdle &&
          result?.kind !== 'done' &&
          result?.kind !== 'asked' && (
            <Button size="tiny" aria-label={`Open “${describeAction(act)}”`} onClick={() => context.open(act)}>
              Open
            </Button>
          )
        )}
      </div>
      {isIdle ? (
        <p className="px-2.5 pb-2 text-meta">Nothing to do. {act.nothing}</p>
      ) : isSending ? (
        <p className="px-2.5 pb-2 text-meta text-muted">Sending…</p>
      ) : result ? (
        <p className="px-2.5 pb-2 text-ink-2 text-meta wrap-anywhere">
          {[looks[result.kind].says, result.problem?.detail].filter(Boolean).join(' ')}
        </p>
      ) : preview?.preview || preview?.refundable ? (
        <div className="border-t">{context.preview(act, preview)}</div>
      ) : (
        <div className="px-2.5 pb-2 text-meta">{preview?.held ?? <Skeleton className="h-8 w-full" />}</div>
      )}
    </li>
  )
}

const subjectOf = (act: Act): string =>
  act.kind === 'refund' ? `${formatAmount(act.amount)} ${act.currency}` : (nameOf(act.subscription) ?? 'plan unknown')

const looks = {
  done: { kind: 'settled', says: 'Done.' },
  differs: { kind: 'deferred', says: 'Done, but the answer differs from the preview. Check it before you answer.' },
  asked: { kind: 'deferred', says: 'Approval requested. Nothing has been sent yet.' },
  unconfirmed: { kind: 'unconfirmed', says: 'This isn’t confirmed. Check it before you answer.' },
  refused: { kind: 'declined', says: 'Not applied. Nothing was changed.' },
  'not-sent': { kind: 'neutral', says: 'Nothing was sent.' },
} as const satisfies Record<ActOutcome['kind'], object>

/** The whole of it in sentences: what was done, what wasn't, and what the reply says of it. */
function WhatBecame({ last: { acts, outcomes, todo, copied }, text }: Pick<Props, 'last' | 'text'>) {
  const kinds = [...outcomes.values()].map(({ kind }) => kind)
  const worst = (['unconfirmed', 'differs', 'refused', 'not-sent', 'asked', 'done'] as const).find((kind) => kinds.includes(kind))
  const title = worst && titles[worst]
  if (!title || !worst) return null
  const copy = describeCopied(copied, text)
  const says = todo.length > 0 || kinds.includes('asked') || kinds.includes('differs')
  return (
    <OutcomeNotice kind={looks[worst].kind} role={worst === 'asked' || worst === 'done' ? 'status' : 'alert'} title={title}>
      {outcomeSentences(acts, outcomes, actName).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {says && <p>The reply says only what was done.</p>}
      {copy && <p>{copy}</p>}
    </OutcomeNotice>
  )
}

/** Whether the reply on screen is the one that was copied. */
function describeCopied(copied: LastStep['copied'], text: string | null): string | null {
  if (copied === null) return null
  if (copied === 'failed') return text === null ? null : 'We couldn’t copy the reply. Select it and copy it yourself.'
  return copied.text === text ? 'The reply was copied.' : 'The reply has changed since it was copied. Copy it again.'
}

const titles: Record<ActOutcome['kind'], string> = {
  done: 'Done',
  differs: 'Done, differs from preview',
  asked: 'Approval requested',
  unconfirmed: 'We do not know whether this was applied',
  refused: 'Refused',
  'not-sent': 'Stopped',
}
