import type { StateKind } from '@/components/ui/state-kind'
import type { Action } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'

/** How an action stands, in a list. Expected states whisper: what was done has no word. */
type Ended = Pick<Action, 'state' | 'settledAs' | 'contradiction' | 'answeredAt'>

export function stateOf(action: Ended): { kind: StateKind; words: string | null } {
  const { state, settledAs } = action
  const contradiction = describeContradiction(action, 'UTC')
  if (contradiction) return { kind: 'declined', words: contradiction.badge }
  if (settledAs === 'happened') return { kind: 'settled', words: 'settled as applied' }
  if (settledAs !== null) return { kind: 'neutral', words: 'settled as not applied' }
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
      return { kind: 'deferred', words: 'in progress' }
  }
}
