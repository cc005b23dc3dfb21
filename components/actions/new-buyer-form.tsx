'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { onDemand } from '@/components/ui/late'
import { SendingButton } from '@/components/ui/sending-button'
import type { Answered } from '@/lib/commands/client/command-outcome'
import { useVerbForm } from '@/lib/commands/client/use-verb-form'
import { verbOf } from '@/lib/commands/verbs'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { createBuyer as operation } from '@/lib/operations/create-buyer/operation'
import { CommandFailureNotice, HeldBackNotice } from './command-failure-notice'
import { disabledReason } from './disabled-reason'
import { FindThatBuyer } from './find-that-buyer'
import { NewBuyerFields } from './new-buyer-fields'
import { UnsettledNotice } from './unsettled-notice'
import { useSendKeys } from './use-send-keys'

const NewBuyerResult = onDemand(() => import('./new-buyer-result').then((file) => file.NewBuyerResult))

type Props = { merchant: { code: string; name: string; timeZone: string }; role: Role; ticket: string | null }

const verb = verbOf(operation)
const setting = { verb, params: {}, context: { tokenId: null, today: '' }, defaults: {}, rule: () => ({}) }

/** A buyer who is missing in the service. Once it is sent the form gives way to what became of it, so that nobody sends it twice in passing. */
export function NewBuyerForm({ merchant, role, ticket }: Props) {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const draftKey = `${operation.name}:new:${encodeURIComponent(merchant.code)}`
  const command = useVerbForm({ ...setting, draftKey, merchant: merchant.code, ticket, onAnswered: setAnswered })
  const { state, failure, preview } = command
  const refusal = may(role, 'act') ? disabledReason(command, '') : needsRole('act')
  const isSending = state.phase === 'sending'
  useSendKeys(refusal === undefined && !answered && !isSending ? () => void command.send() : null)
  if (answered || state.phase === 'asked') {
    return (
      <NewBuyerResult
        answered={answered}
        onAnswered={setAnswered}
        approval={state.phase === 'asked' ? state.approval : null}
        merchant={merchant}
        ticket={ticket}
      />
    )
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (refusal === undefined) void command.send()
  }

  const isTaken = failure?.kind === 'refused' && failure.problem.status === 409
  return (
    <Card as="div" className="max-w-dialog">
      <CardBody className="px-5 py-4">
        <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {failure && <CommandFailureNotice failure={failure} isOwn={command.isOwn} keeping={command.keeping} />}
          {command.isHeldBack && <HeldBackNotice wantsAddress={command.wantsAddress} />}
          {preview.shown?.unsettled && (
            <UnsettledNotice
              unsettled={preview.shown.unsettled}
              acknowledged={command.acknowledged === preview.shown.unsettled.actionId}
              onAcknowledge={(yes) => command.setAcknowledged(yes ? (preview.shown?.unsettled?.actionId ?? null) : null)}
            />
          )}
          <NewBuyerFields command={command} merchant={merchant} />
          {isSending && (
            <p aria-live="polite" className="text-muted text-table">
              You can leave this page. If no answer arrives within 15 s, the action is marked unconfirmed.
            </p>
          )}
          <div className="flex flex-wrap items-center justify-end gap-2">
            {isTaken && (
              <span className="mr-auto">
                <FindThatBuyer merchant={merchant.code} email={command.values.email ?? ''} ticket={ticket} />
              </span>
            )}
            {command.isRestored && (
              <Button variant="quiet" onClick={command.startAfresh}>
                Start over
              </Button>
            )}
            <SendingButton
              type="submit"
              variant="primary"
              sending={command.pressedAt !== null}
              disabledBecause={refusal}
              tipPlace={{ align: 'end' }}
            >
              {preview.shown?.approval ? 'Request approval' : verb.words}
            </SendingButton>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
