import { CardFoot } from '@/components/ui/card-foot'
import type { ReadingProgress } from '@/lib/charges/charge-answers'

const written = (count: number) => count.toLocaleString('en')
const orders = (count: number) => `${written(count)} ${count === 1 ? 'order' : 'orders'}`

/** What the list and the sums rest on. */
export function ChargeFoot({ found, progress }: { found: number; progress: ReadingProgress }) {
  return (
    <CardFoot className="flex-wrap justify-between">
      <span role="status" className="tabular-nums">
        {shownWords(found, progress)}
      </span>
      <span>{asides(progress).join(' ')}</span>
    </CardFoot>
  )
}

function shownWords(found: number, { state, read, total }: ReadingProgress): string {
  if (state === 'done') return `Showing ${written(found)} of ${orders(read)}`
  const told = total === null ? `${orders(read)} read so far` : `${written(read)} read so far, ${orders(total)} in all`
  return `Showing ${written(found)} of ${told}`
}

function asides({ state, read, total, unreadable }: ReadingProgress): string[] {
  return [
    unreadable === 0 ? '' : `${orders(unreadable)} could not be read and ${unreadable === 1 ? 'is' : 'are'} in no sum.`,
    state === 'done' && total !== null && total !== read ? `The service counts ${written(total)} and gave ${written(read)}.` : '',
    'The service keeps no refunds in this list.',
  ].filter((words) => words !== '')
}
