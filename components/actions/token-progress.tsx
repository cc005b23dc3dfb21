import { Undo2 } from 'lucide'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { State } from '@/components/ui/state'
import type { StateKind } from '@/components/ui/state-kind'
import { deniedAdvice } from '@/lib/commands/action-words'
import { isAnswered, mayBeSent } from '@/lib/commands/client/command-outcome'
import type { OneOfMany } from '@/lib/commands/client/use-one-by-one'
import type { Preview } from '@/lib/commands/preview'
import { problemDetails } from '@/lib/core/problem-words'
import type { Target } from './opening'

type Props = {
  token: Target
  state: OneOfMany
  /** How its undo ended, once it was disabled; `waiting` before anybody wanted it. */
  undo: OneOfMany
  /** It was done, and the answer shows otherwise. */
  isDenied: boolean
  preview: Preview | undefined
  /** Null while there is nothing to undo. */
  onUndo: (() => void) | null
}

/** One of several: where it stands, why where it did not go through, and its undo. */
export function TokenProgress({ token: { id, code }, state, undo, isDenied, preview, onUndo }: Props) {
  const { kind, words, why } = undo !== 'waiting' ? undoneOf(undo) : isDenied ? shownOtherwise : progressOf(state, preview)
  const latest = undo === 'waiting' ? state : undo
  const refused = typeof latest === 'object' && 'problem' in latest ? latest.problem : null
  return (
    <li className="grid min-h-10 grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 py-1.5 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto_auto]">
      <span className="font-mono text-ink-2 text-meta tracking-mono">{id}</span>
      <span className="wrap-anywhere max-sm:col-span-2">{code}</span>
      <span className="max-sm:col-span-2">
        <State kind={kind}>{words}</State>
      </span>
      {onUndo ? (
        <Button size="tiny" variant="quiet" aria-label={`Undo, enable token ${id} again`} onClick={onUndo}>
          <Icon of={Undo2} size={14} />
          Undo
        </Button>
      ) : (
        <span />
      )}
      {why && <span className="col-span-full text-meta text-muted">{why}</span>}
      {refused && (
        <div className="col-span-full text-table">
          <ProblemDetailsList {...problemDetails(refused)} />
        </div>
      )}
    </li>
  )
}

const shownOtherwise = {
  kind: 'deferred',
  words: 'shown as enabled',
  why: deniedAdvice,
} as const

const notConfirmed = {
  kind: 'unconfirmed',
  words: 'not confirmed',
  why: 'It may have been sent. Try again: it runs at most once.',
} as const

function undoneOf(undo: Exclude<OneOfMany, 'waiting'>): { kind: StateKind; words: string; why: string | null } {
  if (undo === 'sending') return { kind: 'deferred', words: 'enabling', why: null }
  if (!isAnswered(undo) && mayBeSent(undo)) return notConfirmed
  switch (undo.kind) {
    case 'done':
      return { kind: 'neutral', words: 'enabled again', why: null }
    case 'unconfirmed':
      return {
        kind: 'unconfirmed',
        words: 'unconfirmed',
        why: 'We don’t know whether it was enabled again. Settle it from the charge history.',
      }
    case 'refused':
      return { kind: 'declined', words: 'still disabled', why: `The undo was refused. ${undo.problem.detail}` }
    default:
      return { kind: 'neutral', words: 'still disabled', why: `The undo wasn’t sent. ${undo.problem.detail}` }
  }
}

function progressOf(state: OneOfMany, preview: Preview | undefined): { kind: StateKind; words: string; why: string | null } {
  if (state === 'sending') return { kind: 'deferred', words: 'sending', why: null }
  if (state === 'waiting') {
    const why = preview?.unsettled
      ? `${preview.unsettled.words} by ${preview.unsettled.mine ? 'you' : preview.unsettled.person} is unconfirmed. Settle it first.`
      : (preview?.approval ?? null)
    return { kind: 'neutral', words: preview?.effect.rows[0]?.before?.toLowerCase() ?? 'enabled', why }
  }
  if (!isAnswered(state) && mayBeSent(state)) return notConfirmed
  switch (state.kind) {
    case 'done':
      return { kind: 'settled', words: 'disabled', why: null }
    case 'unconfirmed':
      return {
        kind: 'unconfirmed',
        words: 'unconfirmed',
        why: 'We do not know whether this was applied. Settle it from the charge history.',
      }
    case 'refused':
      return { kind: 'declined', words: 'refused', why: state.problem.detail }
    default:
      return { kind: 'neutral', words: 'not sent', why: state.problem.detail }
  }
}
