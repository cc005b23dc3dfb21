'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { SendingButton } from '@/components/ui/sending-button'
import type { Answered } from '@/lib/client/commands/command-outcome'
import { useCommandForm } from '@/lib/client/commands/use-command-form'
import { may, type Role, roleFor } from '@/lib/roles'
import { verbNamed } from '@/lib/verbs'
import { FindThatBuyer } from './find-that-buyer'
import { NewBuyerFields } from './new-buyer-fields'
import { NewBuyerResult } from './new-buyer-result'
import { TroubleNotice } from './trouble-notice'
import { UnsettledNotice } from './unsettled-notice'
import { useSendKeys } from './use-send-keys'
import { whyHeld } from './why-held'

type Props = { merchant: { code: string; name: string; timeZone: string }; role: Role; ticket: string | null }

const verb = verbNamed('createBuyer')
const setting = { verb, params: {}, context: { tokenId: null, today: '' }, defaults: {}, rule: () => ({}) }

/** A buyer who is missing in the service. Once it is sent the form gives way to what became of it, so that nobody sends it twice in passing. */
export function NewBuyerForm({ merchant, role, ticket }: Props) {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const draftKey = `createBuyer:new:${encodeURIComponent(merchant.code)}`
  const command = useCommandForm({ ...setting, draftKey, merchant: merchant.code, ticket, onAnswered: setAnswered })
  const { state, trouble, preview } = command
  const refusal = may(role, 'act') ? whyHeld(command, '') : `needs the ${roleFor('act')} role`
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

  const isTaken = trouble?.kind === 'refused' && trouble.problem.status === 409
  return (
    <Card as="div" className="max-w-dialog">
      <CardBody className="px-5 py-4">
        <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {trouble && <TroubleNotice trouble={trouble} />}
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
              You may leave. Without an answer after 15 s it is kept as unconfirmed.
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
                Start afresh
              </Button>
            )}
            <SendingButton
              type="submit"
              variant="primary"
              sending={command.pressedAt !== null}
              disabledBecause={refusal}
              tipPlace={{ align: 'end' }}
            >
              {preview.shown?.approval ? 'Ask for approval' : verb.words}
            </SendingButton>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
