'use client'

import { useQueries } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { ticketError, useTicket } from '@/lib/client/use-ticket'
import { previewQuery } from '@/lib/commands/client/preview-query'
import type { CommandRequest } from '@/lib/commands/client/send'
import { useFollowReads } from '@/lib/commands/client/use-follow-reads'
import { type OneOfMany, useOneByOne } from '@/lib/commands/client/use-one-by-one'
import { verbSetting } from '@/lib/commands/verb-words'
import { useActions } from './actions-provider'
import { AfterTokens } from './after-tokens'
import { commandSetting } from './command-setting'
import type { Opening } from './opening'
import { TicketField } from './ticket-field'
import { TokenProgress } from './token-progress'
import { WhoLine } from './who-line'

const disable = verbSetting('token', { fact: 'isEnabled', to: false })

const isUndone = (undo: OneOfMany) => typeof undo === 'object' && undo.kind === 'done'

/** Once, unless it never reached the service or was refused. */
const mayUndo = (undo: OneOfMany) =>
  undo === 'waiting' || (typeof undo === 'object' && undo.kind !== 'done' && undo.kind !== 'unconfirmed')

const endWords = (disabled: number, undone: number) =>
  [`${disabled} ${disabled === 1 ? 'token' : 'tokens'} disabled`, undone > 0 && `${undone} enabled again`]
    .filter(Boolean)
    .join(', ')

type Props = { opening: Extract<Opening, { kind: 'all-tokens' }>; onClose: () => void }

/** Disables a whole card: each of its tokens as an action of its own, each with its own outcome. */
export function AllTokensDialog({ opening: { method, tokens }, onClose }: Props) {
  const { context: actionsContext } = useActions()
  const [ticket, setTicket] = useTicket(actionsContext.ticket)
  const merchant = actionsContext.merchant.code
  const settings = tokens.map((token) => ({ token, ...commandSetting(disable, token, actionsContext) }))
  const previews = useQueries({
    queries: settings.map(({ verb, params, context }) =>
      previewQuery({ merchant, operation: verb.operation.name, params, body: verb.given(context), buyerAddress: null }),
    ),
  })
  useFollowReads(merchant, actionsContext.buyer.id)
  const progress = useOneByOne(tokens.map(({ id }) => id))
  const isOver = tokens.every(({ id }) => progress.isDone(id))
  const begun = tokens.some(({ id }) => progress.stateOf(id) !== 'waiting')
  const undone = tokens.filter(({ id }) => isUndone(progress.undoOf(id))).length
  const stillOff = tokens.flatMap(({ id }) => (mayUndo(progress.undoOf(id)) ? [id] : []))
  // One at a time: a press while another is sent would do nothing.
  const isQuiet = isOver && progress.sendingSince === null && !tokens.some(({ id }) => progress.undoOf(id) === 'sending')
  const words = `Disable all ${tokens.length} tokens`
  const held = previews.find(({ data }) => data?.unsettled || data?.approval)

  function wantedFor(id: string): CommandRequest {
    const setting = settings.find(({ token }) => token.id === id) ?? settings[0]
    if (!setting) throw new Error(`No token ${id}`)
    return {
      operation: setting.verb.operation,
      merchant,
      params: setting.params,
      body: setting.verb.given(setting.context),
      ticket: ticket.trim() || null,
      shownVersion: null,
      acknowledges: null,
      renewalConfirmed: false,
      buyerAddress: null,
    }
  }

  function send() {
    const versions = previews.flatMap(({ data }) => data?.version ?? [])
    void progress.send(wantedFor, versions.length > 0 ? Math.min(...versions) : null)
  }

  return (
    <Dialog
      open
      busy={progress.sendingSince !== null}
      onOpenChange={(open) => !open && onClose()}
      title={words}
      subtitle={method}
      footer={
        <>
          <Button variant={isOver ? 'primary' : 'default'} disabled={progress.sendingSince !== null} onClick={onClose}>
            {isOver ? 'Close' : 'Back'}
          </Button>
          {!isOver && (
            <SendingButton
              variant="primary"
              sending={progress.sendingSince !== null}
              disabledBecause={held && 'Handle one token on its own first'}
              onClick={() => ticketError(ticket) === null && send()}
            >
              {begun ? 'Continue' : words}
            </SendingButton>
          )}
        </>
      }
    >
      <WhoLine buyer={actionsContext.buyer} merchant={actionsContext.merchant} />
      {isOver && <OutcomeNotice kind="settled" title={endWords(tokens.length - undone, undone)} />}
      <ul aria-label="Tokens" className="divide-y rounded-control border text-table">
        {tokens.map((token, index) => (
          <TokenProgress
            key={token.id}
            token={token}
            state={progress.stateOf(token.id)}
            undo={progress.undoOf(token.id)}
            preview={previews[index]?.data}
            onUndo={
              isQuiet && mayUndo(progress.undoOf(token.id)) ? () => void progress.undo(token.id, wantedFor(token.id)) : null
            }
          />
        ))}
      </ul>
      {isOver ? (
        <AfterTokens method={method} disabled={stillOff} isOff={stillOff.length === tokens.length} />
      ) : (
        <>
          <Notice kind="neutral">
            Tokens are disabled one at a time, each as its own action. Charges with these tokens then fail, including autocharge,
            unless another payment method has an enabled token. You can enable each one again.
          </Notice>
          <TicketField ticket={ticket} onChange={setTicket} />
        </>
      )}
    </Dialog>
  )
}
