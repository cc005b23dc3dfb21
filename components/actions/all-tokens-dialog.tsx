'use client'

import { useQueries } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { ticketError, useTicket } from '@/lib/client/use-ticket'
import { isAnswered, mayBeSent } from '@/lib/commands/client/command-outcome'
import { previewQuery } from '@/lib/commands/client/preview-query'
import type { CommandRequest } from '@/lib/commands/client/send'
import { useDenied } from '@/lib/commands/client/use-denied'
import { useFollowReads } from '@/lib/commands/client/use-follow-reads'
import { type OneOfMany, useOneByOne } from '@/lib/commands/client/use-one-by-one'
import { verbSetting } from '@/lib/commands/verb-words'
import { useActions } from './actions-provider'
import { AfterTokens } from './after-tokens'
import { type CommandSetting, commandSetting } from './command-setting'
import type { Opening, Target } from './opening'
import { TicketField } from './ticket-field'
import { TokenProgress } from './token-progress'
import { WhoLine } from './who-line'

const disable = verbSetting('token', { fact: 'isEnabled', to: false })

const isUndone = (undo: OneOfMany) => typeof undo === 'object' && undo.kind === 'done'

/** Whether it may be enabled again: its undo was sent, and nobody knows how that ended. */
const isInDoubt = (undo: OneOfMany) =>
  typeof undo === 'object' && (isAnswered(undo) ? undo.kind === 'unconfirmed' : mayBeSent(undo))

/** Once, unless it never reached the service or was refused. */
const mayUndo = (undo: OneOfMany) =>
  undo === 'waiting' || (typeof undo === 'object' && undo.kind !== 'done' && undo.kind !== 'unconfirmed')

const isOffAfter = (undo: OneOfMany) => mayUndo(undo) && !isInDoubt(undo)

const describeEnd = (disabled: number, undone: number, { denied, inDoubt }: { denied: number; inDoubt: number }) =>
  [
    `${disabled} ${disabled === 1 ? 'token' : 'tokens'} disabled`,
    undone > 0 && `${undone} enabled again`,
    inDoubt > 0 && `${inDoubt} may be enabled again`,
    denied > 0 && `${denied} shown as enabled`,
  ]
    .filter(Boolean)
    .join(', ')

type Props = { opening: Extract<Opening, { kind: 'all-tokens' }>; onClose: () => void }

/** Disables a whole card: each of its tokens as an action of its own, each with its own outcome. */
export function AllTokensDialog({ opening: { method, tokens }, onClose }: Props) {
  const { context } = useActions()
  const [ticket, setTicket] = useTicket(context.ticket)
  const disabling = useDisabling(tokens, ticket)
  const { isOver, isSending, stillOff } = disabling
  const words = `Disable all ${tokens.length} tokens`
  return (
    <Dialog
      open
      busy={isSending && !isOver} // what comes after the last answer is only read anew
      onOpenChange={(open) => !open && onClose()}
      title={words}
      subtitle={method}
      footer={
        <>
          <Button variant={isOver ? 'primary' : 'default'} disabled={isSending && !isOver} onClick={onClose}>
            {isOver ? 'Close' : 'Back'}
          </Button>
          {!isOver && (
            <SendingButton
              variant="primary"
              sending={isSending}
              disabledBecause={disabling.isHeld ? 'Handle one token on its own first' : undefined}
              onClick={() => ticketError(ticket) === null && disabling.send()}
            >
              {disabling.isBegun ? 'Continue' : words}
            </SendingButton>
          )}
        </>
      }
    >
      <WhoLine buyer={context.buyer} merchant={context.merchant} />
      {isOver && <OutcomeNotice kind={disabling.isDenied ? 'deferred' : 'settled'} title={disabling.end} />}
      <ul aria-label="Tokens" className="divide-y rounded-control border text-table">
        {disabling.rows.map((row) => (
          <TokenProgress key={row.token.id} {...row} />
        ))}
      </ul>
      {isOver ? (
        <AfterTokens method={method} disabled={stillOff} isOff={disabling.isOff} />
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

/** The tokens one after the other: what would become of each, what became of it, and how it is enabled again. */
function useDisabling(tokens: readonly Target[], ticket: string) {
  const { context: actionsContext } = useActions()
  const merchant = actionsContext.merchant.code
  const settings = tokens.map((token) => ({ token, ...commandSetting(disable, token, actionsContext) }))
  const previews = useQueries({
    queries: settings.map(({ verb, params, context }) =>
      previewQuery({ merchant, operation: verb.operation.name, params, body: verb.given(context), buyerAddress: null }),
    ),
  })
  useFollowReads(merchant, actionsContext.buyer.id)
  const { undoOf, ...progress } = useOneByOne(tokens.map(({ id }) => id))
  const isOver = tokens.every(({ id }) => progress.isDone(id))
  const isSending = progress.sendingSince !== null
  // One at a time: a press while another is sent would do nothing.
  const isQuiet = isOver && !isSending && !tokens.some(({ id }) => undoOf(id) === 'sending')

  function requestFor(id: string): CommandRequest {
    const setting = settings.find(({ token }) => token.id === id) ?? settings[0]
    if (!setting) throw new Error(`No token ${id}`)
    return requestOf(setting, merchant, ticket.trim() || null)
  }

  const actionOf = (id: string) => {
    const state = progress.stateOf(id)
    return typeof state === 'object' && state.kind === 'done' ? state.actionId : ''
  }
  const deniedActions = useDenied(isOver ? tokens.map(({ id }) => actionOf(id)) : [])
  const isDenied = (id: string) => deniedActions?.has(actionOf(id)) ?? false
  const undone = tokens.filter(({ id }) => isUndone(undoOf(id))).length
  const inDoubt = tokens.filter(({ id }) => isInDoubt(undoOf(id))).length
  const stillOff = tokens.flatMap(({ id }) => (isOffAfter(undoOf(id)) && !isDenied(id) ? [id] : []))
  const denied = tokens.filter(({ id }) => isDenied(id) && !isUndone(undoOf(id)) && !isInDoubt(undoOf(id))).length

  return {
    isOver,
    isSending,
    stillOff,
    isDenied: denied + inDoubt > 0,
    end: describeEnd(tokens.length - undone - denied - inDoubt, undone, { denied, inDoubt }),
    isOff: deniedActions !== null && stillOff.length === tokens.length,
    isBegun: tokens.some(({ id }) => progress.stateOf(id) !== 'waiting'),
    isHeld: previews.some(({ data }) => data?.unsettled || data?.approval),
    rows: tokens.map((token, index) => ({
      token,
      state: progress.stateOf(token.id),
      undo: undoOf(token.id),
      isDenied: isDenied(token.id),
      preview: previews[index]?.data,
      onUndo: isQuiet && mayUndo(undoOf(token.id)) ? () => void progress.undo(token.id, requestFor(token.id)) : null,
    })),
    send() {
      const versions = previews.flatMap(({ data }) => data?.version ?? [])
      void progress.send(requestFor, versions.length > 0 ? Math.min(...versions) : null)
    },
  }
}

const requestOf = ({ verb, params, context }: CommandSetting, merchant: string, ticket: string | null): CommandRequest => ({
  operation: verb.operation,
  merchant,
  params,
  body: verb.given(context),
  ticket,
  shownVersion: null,
  acknowledges: null,
  renewalConfirmed: false,
  buyerAddress: null,
})
