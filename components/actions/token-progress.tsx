import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { State } from '@/components/ui/state'
import type { StateKind } from '@/components/ui/state-kind'
import type { OneOfMany } from '@/lib/commands/client/use-one-by-one'
import type { Preview } from '@/lib/commands/preview'
import { problemDetails } from '@/lib/core/problem-words'
import type { Target } from './opening'

type Props = { token: Target; state: OneOfMany; preview: Preview | undefined }

/** One of several: where it stands, and why where it did not go through. */
export function TokenProgress({ token: { id, code }, state, preview }: Props) {
  const { kind, words, why } = progressOf(state, preview)
  const refused = typeof state === 'object' && 'problem' in state ? state.problem : null
  return (
    <li className="grid min-h-10 grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 py-1.5">
      <span className="font-mono text-ink-2 text-meta tracking-mono">{id}</span>
      <span className="wrap-anywhere">{code}</span>
      <State kind={kind}>{words}</State>
      {why && <span className="col-span-3 text-meta text-muted">{why}</span>}
      {refused && (
        <div className="col-span-3 text-table">
          <ProblemDetailsList {...problemDetails(refused)} />
        </div>
      )}
    </li>
  )
}

function progressOf(state: OneOfMany, preview: Preview | undefined): { kind: StateKind; words: string; why: string | null } {
  if (state === 'sending') return { kind: 'deferred', words: 'sending', why: null }
  if (state === 'waiting') {
    const why = preview?.unsettled
      ? `${preview.unsettled.words} by ${preview.unsettled.person} is unconfirmed. Settle it first.`
      : (preview?.approval ?? null)
    return { kind: 'neutral', words: preview?.effect.rows[0]?.before?.toLowerCase() ?? 'enabled', why }
  }
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
