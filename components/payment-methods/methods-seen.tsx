import type { MethodSeen } from '@/lib/charges/methods-seen'
import { dayWords } from '@/lib/dates'
import { MethodIcon } from './method-icon'

/** Where tokens cannot be read: what the charge history shows, said to be no more than that. */
export function MethodsSeen({ seen }: { seen: readonly MethodSeen[] }) {
  return (
    <>
      <ul className="divide-y">
        {seen.map(({ words, method, attempts, received, lastDay }) => (
          <li key={words} className="flex items-start gap-2 py-1.5 text-table">
            <span className="mt-0.5">
              <MethodIcon type={method?.type ?? null} />
            </span>
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{words}</span>
              <span className="block text-meta text-muted tabular-nums">
                {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, {received} received
                {lastDay ? ` · last ${dayWords(lastDay)}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="py-1 text-meta text-muted">
        {seen.length > 0 ? 'Seen in the charge history. ' : 'The charge history shows none. '}
        Whether one can still be charged is not known: this merchant account cannot read tokens.
      </p>
    </>
  )
}
