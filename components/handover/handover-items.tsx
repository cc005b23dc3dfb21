import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { useAssign } from '@/lib/commands/client/use-assign'
import { describeOwner } from '@/lib/commands/owner'
import { groupBy } from '@/lib/core/group-by'
import { describeProblem } from '@/lib/core/problem-words'
import { type HandoverItemNow, kindLabels, maxOfKind } from '@/lib/pages/handover'

type Props = { merchant: string; items: readonly HandoverItemNow[]; nothing: string }

/** What is open, or was, by kind: what it is, whose, since when, and what has become of it. */
export function HandoverItems({ merchant, items, nothing }: Props) {
  const queryClient = useQueryClient()
  const { mutate, error } = useAssign(merchant, () => void queryClient.invalidateQueries({ queryKey: ['handovers', merchant] }))
  if (items.length === 0) return <p className="px-4 py-3 text-muted text-table">{nothing}</p>
  return (
    <>
      {error && <ProblemNotice {...describeProblem(error)} className="m-4" />}
      {[...groupBy(items, ({ kind }) => kind)].map(([kind, of]) => (
        <section key={kind} aria-label={kindLabels[kind]} className="border-b last:border-b-0">
          <h3 className="px-4 pt-3 pb-1 font-medium text-meta text-muted">{kindLabels[kind]}</h3>
          <ul className="divide-y">
            {of.map((item) => (
              <Item key={item.id} item={item} onAssign={() => mutate({ kind: 'unconfirmed', thing: item.id, assigned: true })} />
            ))}
          </ul>
          {of.length >= maxOfKind && (
            <p className="px-4 py-2 text-meta text-muted">
              These are the oldest {maxOfKind.toLocaleString('en')}. There may be more that aren’t on this sheet.
            </p>
          )}
        </section>
      ))}
    </>
  )
}

type ItemProps = { item: HandoverItemNow; onAssign: () => void }

function Item({ item, onAssign }: ItemProps) {
  const { kind, words, href, buyer, buyerId, person, ticket, at, now, isOpen, owner } = item
  const whose = buyer ?? (buyerId === null ? null : `buyer …${buyerId.slice(-4)}`)
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5 text-table">
      <span className="min-w-0">
        <Link href={href} prefetch={false} className="font-medium hover:underline">
          {words}
        </Link>
        <span className="block truncate text-meta text-muted">{[whose, person, ticket].filter(Boolean).join(' · ')}</span>
        {kind === 'unconfirmed' && isOpen && (
          <span className="flex min-h-6 flex-wrap items-center gap-x-2 text-meta">
            {describeOwner(owner)}
            {owner?.mine !== true && (
              <Button size="small" variant="quiet" className="print:hidden" onClick={onAssign}>
                Assign to me
              </Button>
            )}
          </span>
        )}
      </span>
      <span className="text-right">
        <span className={isOpen ? 'block' : 'block text-muted'}>{now}</span>
        <span className="text-meta text-muted">
          <Time at={at} align="end" />
        </span>
      </span>
    </li>
  )
}
