import type { QueuedRefund, Refund } from './refund'

export type HintKind = 'paid' | 'equal' | 'doubt' | 'failed' | 'buyer' | 'card' | 'amount' | 'event'

/** What a row of the list says to look at: a word or two each, the most telling first. */
export function lookAt({ charge, steps, others, sameCard, state, wentBack }: QueuedRefund): { kind: HintKind; words: string }[] {
  const times = timesReceived({ charge })
  const doubts = charge.doubts.length - (times > 1 ? 1 : 0)
  return [
    ...(wentBack && isOpen(state) ? [{ kind: 'event' as const, words: 'may have gone back' }] : []),
    ...(steps.some(({ kind }) => kind === 'failed') ? [{ kind: 'failed' as const, words: 'failed earlier' }] : []),
    ...(times > 1
      ? [{ kind: 'equal' as const, words: times === 2 ? 'received twice' : `received ${times} times` }]
      : charge.story?.equals
        ? [{ kind: 'equal' as const, words: 'equal charges' }]
        : []),
    ...(others > 0 ? [{ kind: 'buyer' as const, words: 'same buyer' }] : []),
    ...(sameCard !== null && sameCard > 0 ? [{ kind: 'card' as const, words: 'same card' }] : []),
    ...(doubts > 0 ? [{ kind: 'doubt' as const, words: doubts === 1 ? '1 thing to check' : `${doubts} things to check` }] : []),
  ]
}

/** How often the order received money, by the attempts that were kept. */
const timesReceived = ({ charge }: Pick<Refund, 'charge'>) =>
  charge.story?.attempts.filter(({ family }) => family === 'received').length ?? 0

/** Nothing has gone back of it by its own record. */
export const isOpen = (state: Refund['state']) => state === 'waiting' || state === 'approved'
