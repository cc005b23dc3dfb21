import type { StateKind } from '@/components/ui/state-kind'
import type { EventShown } from '@/lib/events/event-list'

/** What an event was taken as, as the list and its own sheet say it. */
export const eventStateLabels: Record<EventShown['state'], { kind: StateKind; words: string }> = {
  received: { kind: 'deferred', words: 'not read yet' },
  taken: { kind: 'settled', words: 'taken' },
  older: { kind: 'neutral', words: 'older than another' },
  differs: { kind: 'declined', words: 'contradicts another' },
  foreign: { kind: 'declined', words: 'of another account' },
  unreadable: { kind: 'declined', words: 'unreadable' },
  test: { kind: 'neutral', words: 'a test' },
}
