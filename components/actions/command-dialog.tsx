'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Dialog } from '@/components/ui/dialog'
import { useNow } from '@/components/ui/use-now'
import type { Answered } from '@/lib/commands/client/command-outcome'
import { useFollowDay } from '@/lib/commands/client/use-follow-reads'
import { useResult } from '@/lib/commands/client/use-result'
import { useVerbForm } from '@/lib/commands/client/use-verb-form'
import { planName } from '@/lib/prices/lower-plans'
import { useActions } from './actions-provider'
import { ApprovalProgress } from './approval-progress'
import { CommandBody } from './command-body'
import { CommandFoot } from './command-foot'
import { commandSetting } from './command-setting'
import { disabledReason } from './disabled-reason'
import type { ActionsContext, Opening, Target } from './opening'
import { OthersActing } from './others-acting'
import { ResultBody } from './result-body'
import { ResultFoot } from './result-foot'
import { approvedAction, useApprovalNow } from './use-approval-now'
import { usePlanChange } from './use-plan-change'
import { useResultSteps } from './use-result-steps'
import { useSendKeys } from './use-send-keys'
import { WhoLine } from './who-line'

type Props = { opening: Extract<Opening, { kind: 'command' }>; onClose: () => void }

const noDefaults = {}

/** A verb on a buyer, from the preview to what became of it. */
export function CommandDialog({ opening, onClose }: Props) {
  useNow() // the day may change while the dialog is open
  const { context } = useActions()
  const { target } = opening
  const acting = useActing(opening)
  const { command, ended, approval, result, steps, isSending } = acting
  const { words, danger } = command.verb
  return (
    <Dialog
      open
      busy={isSending}
      onOpenChange={(open) => !open && onClose()}
      title={danger ? <DangerTitle words={words} then={danger.title} /> : words}
      subtitle={<TargetLine target={target} merchant={context.merchant} />}
      footer={
        ended ? (
          <ResultFoot result={result} steps={steps} onClose={onClose} />
        ) : (
          <CommandFoot
            command={command}
            context={context}
            day={acting.day}
            chosen={acting.plan && planName(acting.plan.chosen)}
            disabledBecause={acting.disabledBecause}
            onClose={onClose}
          />
        )
      }
    >
      <WhoLine buyer={context.buyer} merchant={context.merchant} />
      <OthersActing stays />
      {ended ? (
        <ResultBody result={result} steps={steps} zone={context.merchant.timeZone} />
      ) : approval ? (
        <ApprovalProgress approval={approval} />
      ) : (
        <CommandBody
          target={target}
          command={command}
          context={context}
          day={acting.day}
          plan={acting.plan}
          typedWord={acting.typedWord}
          onTypeWord={acting.setTypedWord}
        />
      )}
    </Dialog>
  )
}

/** The form of the verb, then the request that waits for a second person, then what became of it: here, or once it was approved. */
function useActing({ verb, target, defaults = noDefaults, quote }: Props['opening']) {
  const { context } = useActions()
  const { day, ...setting } = commandSetting(verb, target, context)
  useFollowDay(context.merchant.code, day.today)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const command = useVerbForm({
    ...setting,
    merchant: context.merchant.code,
    defaults,
    ticket: context.ticket,
    onAnswered: setAnswered,
    // What is chosen instead is no longer what the quote offers.
    quoteOf: (values) => (quote !== undefined && values.productId === defaults.productId ? quote : null),
  })
  const { state } = command
  const plan = usePlanChange(command, target, context)
  const approval = useApprovalNow(state.phase === 'asked' ? state.approval : null)
  const ended = answered ? { actionId: answered.actionId, answered } : approvedAction(approval)
  const result = useResult(ended, setAnswered)
  const steps = useResultSteps(result)
  const [typedWord, setTypedWord] = useState('')
  const disabledBecause = disabledReason(command, typedWord)
  useSendKeys(disabledBecause === undefined && !answered && state.phase === 'form' ? () => void command.send() : null)
  const isSending = state.phase === 'sending' && !answered
  return { command, day, plan, approval, ended, result, steps, typedWord, setTypedWord, disabledBecause, isSending }
}

const DangerTitle = ({ words, then }: { words: string; then: string }) => (
  <>
    {words} <span className="font-normal text-muted">{then}</span>
  </>
)

/** What the verb acts on, under the title. */
function TargetLine({
  target: { kind, id, name, code, isTyped },
  merchant,
}: {
  target: Target
  merchant: ActionsContext['merchant']
}) {
  if (kind === 'buyer') return <>Buyer on {merchant.name}</>
  const shortId = id.length > 13 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {kind === 'token' && <span>Token {id}</span>}
      {name && <bdi>{name}</bdi>}
      {!name && kind === 'subscription' && (
        <span>
          Subscription <span className="font-mono text-meta tracking-mono">{shortId}</span>
        </span>
      )}
      {code && <span className="font-mono text-meta tracking-mono">{code}</span>}
      {isTyped && <Badge kind="plain">typed</Badge>}
    </span>
  )
}
