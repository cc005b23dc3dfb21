'use client'

import { Notice } from '@/components/ui/notice'
import { type Action, isOpen, type OpenAction } from '@/lib/action'
import { EntryActions } from './entry-actions'
import { EntryFacts } from './entry-facts'
import { EntryRows } from './entry-rows'
import { EntryWire } from './entry-wire'
import type { CommandOnWire, JournalDesk } from './journal-desk'

export type EntryProps = {
  action: Action
  desk: JournalDesk
  commands: readonly CommandOnWire[]
  zone: string
  openAction: OpenAction
  /** Goes to another entry, one that this undoes or that undoes this. */
  onShow: (actionId: string) => void
}

/** An entry unfolded: what changed on the left, what went over the wire on the right. */
export function JournalEntry({ action, desk, commands, zone, openAction, onShow }: EntryProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 content-start gap-3">
        <Says action={action} />
        <EntryRows action={action} zone={zone} />
        <EntryFacts action={action} desk={desk} zone={zone} onShow={onShow} />
        <EntryActions action={action} role={desk.role} openAction={openAction} />
      </div>
      <EntryWire action={action} commands={commands} />
    </div>
  )
}

/** What an entry that did not go as wanted has to say first. Its trace id stands among the facts. */
function Says({ action }: { action: Action }) {
  const { state, answer, settledAs, differences } = action
  const detail = answer?.detail ?? ''
  const fields = answer?.fields.map(({ title }) => title).join(' ') ?? ''
  if (isOpen(action)) {
    return (
      <Notice kind="unconfirmed">
        <b className="font-semibold">We do not know whether this was applied.</b>{' '}
        <span className="text-ink-2">{detail} It stays open until somebody settles it.</span>
      </Notice>
    )
  }
  if (settledAs !== null) {
    return (
      <Notice kind="neutral">
        Nobody answered it. A person settled it later: {settledAs === 'happened' ? 'it was applied' : 'it was not applied'}.
      </Notice>
    )
  }
  if (state === 'refused' || state === 'not-sent') {
    return (
      <Notice kind={state === 'refused' ? 'declined' : 'neutral'}>
        <b className="font-semibold">{state === 'refused' ? 'Refused.' : 'Nothing was sent.'}</b>{' '}
        <span className="text-ink-2">{`${detail} ${fields}`}</span>
      </Notice>
    )
  }
  if (differences.length === 0) return null
  return (
    <Notice kind="deferred">
      <b className="font-semibold">Not as foretold.</b>{' '}
      <span className="text-ink-2">
        It was done, but the answer differs from the preview: {differences.map(({ label }) => label).join(', ')}.
      </span>
    </Notice>
  )
}
