'use client'

import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import type { Answered } from '@/lib/client/commands/command-outcome'
import { useCommandForm } from '@/lib/client/commands/use-command-form'
import { useResult } from '@/lib/client/commands/use-result'
import { useActions } from './actions-provider'
import { ApprovalAsked } from './approval-asked'
import { CommandBody } from './command-body'
import { CommandFoot } from './command-foot'
import { commandSetting } from './command-setting'
import type { Opening } from './opening'
import { OthersActing } from './others-acting'
import { ResultBody } from './result-body'
import { ResultFoot } from './result-foot'
import { TargetLine } from './target-line'
import { useResultSteps } from './use-result-steps'
import { useSendKeys } from './use-send-keys'
import { WhoLine } from './who-line'
import { whyHeld } from './why-held'

type Props = { opening: Extract<Opening, { kind: 'command' }>; onClose: () => void }

const noDefaults = {}

/** A verb on a buyer, from the preview to what became of it. */
export function CommandDialog({ opening: { verb: name, target, defaults = noDefaults }, onClose }: Props) {
  const { desk } = useActions()
  const { tomorrow, ...setting } = commandSetting(name, target, desk)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const command = useCommandForm({
    ...setting,
    ...{ merchant: desk.merchant.code, defaults, ticket: desk.ticket, onAnswered: setAnswered },
  })
  const result = useResult(answered && { actionId: answered.actionId, answered }, setAnswered)
  const steps = useResultSteps(result)
  const [typedWord, setTypedWord] = useState('')
  const held = whyHeld(command, typedWord)
  useSendKeys(held === undefined && !answered && command.state.phase === 'form' ? () => void command.send() : null)
  const isSending = command.state.phase === 'sending'
  const { words, danger } = command.verb

  return (
    <Dialog
      open
      busy={isSending && !answered}
      onOpenChange={(open) => !open && onClose()}
      title={danger ? <DangerTitle words={words} /> : words}
      subtitle={<TargetLine target={target} merchant={desk.merchant} />}
      footer={
        answered ? (
          <ResultFoot result={result} steps={steps} onClose={onClose} />
        ) : (
          <CommandFoot command={command} desk={desk} held={held} onClose={onClose} />
        )
      }
    >
      <WhoLine buyer={desk.buyer} merchant={desk.merchant} />
      <OthersActing />
      {answered ? (
        <ResultBody result={result} steps={steps} zone={desk.merchant.timeZone} />
      ) : command.state.phase === 'asked' ? (
        <ApprovalAsked approval={command.state.approval} />
      ) : (
        <CommandBody
          {...{ name, target, command, desk, tomorrow, typedWord }}
          today={setting.context.today}
          onTypeWord={setTypedWord}
        />
      )}
    </Dialog>
  )
}

const DangerTitle = ({ words }: { words: string }) => (
  <>
    {words} <span className="font-normal text-muted">by expiring today</span>
  </>
)
