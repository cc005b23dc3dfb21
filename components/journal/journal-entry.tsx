'use client'

import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { type Action, isOpen, type OpenAction } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'
import { backTo } from '@/lib/commands/change-words'
import { actionQuery } from '@/lib/commands/client/journal-query'
import { problemDetails } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { EntryFacts } from './entry-facts'
import { EntryOwner } from './entry-owner'
import { EntryPlace } from './entry-place'
import { EntryRows } from './entry-rows'
import { EntryWire } from './entry-wire'
import type { CommandOnWire, JournalContext } from './journal-context'

export type EntryProps = {
  action: Action
  context: JournalContext
  commands: readonly CommandOnWire[]
  zone: string
  openAction: OpenAction
  /** Opens the entry that this one undoes, or that undoes this one. */
  onShow: (actionId: string) => void
}

/** An unfolded entry: what changed, then request and response side by side, then its place in the chain and what can be done with it. */
export function JournalEntry({ action, context, commands, zone, openAction, onShow }: EntryProps) {
  const whole = useQuery(actionQuery(action.actionId))
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Says action={action} zone={zone} />
      <EntryRows action={action} zone={zone} />
      <EntryWire action={action} commands={commands} zone={zone} body={whole.data?.answer?.body} />
      <EntryFacts action={action} context={context} onShow={onShow} />
      {(isOpen(action) || action.contradiction) && <EntryOwner action={action} role={context.role} />}
      {whole.data?.place && <EntryPlace place={whole.data.place} zone={zone} />}
      <EntryActions action={action} role={context.role} openAction={openAction} />
    </div>
  )
}

/** The notice for an entry that didn't succeed. */
function Says({ action, zone }: { action: Action; zone: string }) {
  const { state, answer, settledAs, settledByEvent, differences } = action
  const detail = answer?.detail ?? ''
  const contradiction = describeContradiction(action, zone)
  if (contradiction) {
    return (
      <Notice kind="danger" role="alert">
        <b className="font-semibold">{contradiction.title}.</b>{' '}
        <span className="text-ink-2">{`${contradiction.says} ${contradiction.advice}`}</span>
      </Notice>
    )
  }
  if (isOpen(action)) {
    return (
      <Notice kind="unconfirmed">
        <b className="font-semibold">We do not know whether this was applied.</b>{' '}
        <span className="text-ink-2">{detail} It stays unconfirmed until somebody settles it.</span>
      </Notice>
    )
  }
  if (settledAs !== null) {
    return (
      <Notice kind="neutral">
        The service didn’t answer.{' '}
        {settledByEvent
          ? 'It told of the change by an event and confirmed it when it was asked, so this is settled as applied.'
          : `Somebody later settled this as ${settledAs === 'happened' ? 'applied' : 'not applied'}.`}
      </Notice>
    )
  }
  if (state === 'refused' || state === 'not-sent') {
    return (
      <Notice kind={state === 'refused' ? 'declined' : 'neutral'}>
        <b className="font-semibold">{state === 'refused' ? 'Refused.' : 'Nothing was sent.'}</b>{' '}
        <span className="text-ink-2">{detail}</span>
        {answer && <ProblemDetailsList {...problemDetails({ ...answer, detail, uuid: answer.uuid ?? undefined })} />}
      </Notice>
    )
  }
  if (differences.length === 0) return null
  return (
    <Notice kind="deferred">
      <b className="font-semibold">The result differs from the preview.</b>{' '}
      <span className="text-ink-2">
        The action was done, but these fields differ: {differences.map(({ label }) => label).join(', ')}.
      </span>
    </Notice>
  )
}

type EntryActionsProps = { action: Action; role: Role; openAction: OpenAction }

/** Actions on an entry. A disabled one says why. */
function EntryActions({ action, role, openAction }: EntryActionsProps) {
  const { undo, actionId } = action
  const applied = action.state === 'done' || action.settledAs === 'happened'
  const to = backTo(action)
  return (
    <div className="flex flex-wrap items-start gap-2">
      {isOpen(action) && (
        <div className="min-w-0 flex-auto">
          <OpenEntry action={action} role={role} openAction={openAction} />
        </div>
      )}
      {action.contradiction && (
        <Button size="small" onClick={() => openAction(action, 'look')}>
          Check and settle…
        </Button>
      )}
      {applied && (
        <span className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            disabledBecause={undo.possible ? undefined : undo.why}
            onClick={() => openAction(action, 'undo')}
            tipPlace={{ align: 'start' }}
          >
            <Icon of={Undo2} size={14} />
            {undo.possible && to !== null ? `Undo, back to ${to}` : 'Undo'}
          </Button>
          {!undo.possible && (
            <span aria-hidden className="text-meta text-muted">
              {undo.why}
            </span>
          )}
        </span>
      )}
      <CopyButton size="small" label="Copy link" text={linkTo(actionId)} className="ml-auto" />
    </div>
  )
}

const linkTo = (actionId: string) => (typeof location === 'undefined' ? '' : `${location.origin}/journal?entry=${actionId}`)

/** What may be done with an action whose outcome nobody knows: look, send again, or settle it. */
export function OpenEntry({ action, role, openAction }: Pick<EntryProps, 'action' | 'openAction'> & { role: Role }) {
  const refusal = may(role, 'act') ? undefined : needsRole('act')
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => openAction(action, 'check')}>
        Check now
      </Button>
      <Button
        size="small"
        disabledBecause={action.sendAgain.possible ? undefined : action.sendAgain.why}
        onClick={() => openAction(action, 'send-again')}
      >
        Send again…
      </Button>
      <Button size="small" variant="quiet" disabledBecause={refusal} onClick={() => openAction(action, 'settle')}>
        Settle manually…
      </Button>
    </div>
  )
}
