import type { StateKind } from '@/components/ui/state-kind'
import type { Action } from '@/lib/action'

/** How an action stands, in a list. Expected states whisper: what was done has no word. */
export function stateOf({ state, settledAs }: Pick<Action, 'state' | 'settledAs'>): { kind: StateKind; words: string | null } {
  if (settledAs === 'happened') return { kind: 'settled', words: 'settled: happened' }
  if (settledAs !== null) return { kind: 'neutral', words: 'settled: did not happen' }
  switch (state) {
    case 'done':
      return { kind: 'settled', words: null }
    case 'refused':
      return { kind: 'declined', words: 'refused' }
    case 'unconfirmed':
      return { kind: 'unconfirmed', words: 'unconfirmed' }
    case 'not-sent':
      return { kind: 'neutral', words: 'not sent' }
    default:
      return { kind: 'deferred', words: 'under way' }
  }
}
