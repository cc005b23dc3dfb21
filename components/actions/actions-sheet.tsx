'use client'

import { ChevronRight } from 'lucide'
import { type ReactNode, useId, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { Layer } from '@/components/ui/layer'
import { cn } from '@/lib/core/cn'
import { groupBy } from '@/lib/core/group-by'
import { useActions } from './actions-provider'
import { type BuyerOpening, useBuyerOpenings } from './buyer-openings'

/** What can be done about the buyer beside the service's own verbs. */
export type SheetEntry = { words: string; now: string | null; disabledBecause?: string | undefined; run: () => void }

type Props = {
  /** What the buyer may want, as buttons; what they start is handed to `choose`. */
  wants: (choose: (run: () => void) => void) => ReactNode
  more: readonly SheetEntry[]
  onClose: () => void
}

/** Everything that can be done to the buyer, on a phone: by subscription, by payment method, then the rest. */
export function ActionsSheet({ wants, more, onClose }: Props) {
  const { open } = useActions()
  const openings = useBuyerOpenings()
  const chosen = useRef<(() => void) | null>(null)

  // Closed first, so that the focus is back on the bar before a dialog remembers where it was.
  function choose(run: () => void) {
    chosen.current = run
    onClose()
  }
  const groups = groupBy(openings, groupOf)
  const entriesOf = (group: string) =>
    (groups.get(group) ?? []).map((each): SheetEntry => ({ ...each, now: nowOf(each), run: () => open(each.opening) }))
  const things = [...groups.keys()].filter((group) => group !== rest)
  const wanted = wants(choose)
  return (
    <Layer label="Actions" place="bottom" onClose={onClose} onClosed={() => chosen.current?.()}>
      <div className="min-h-0 divide-y overflow-y-auto px-4 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        {wanted && (
          <Group title="What do they want?">
            <div className="grid grid-cols-2 gap-2 pb-2 *:w-full [&>span>button]:w-full">{wanted}</div>
          </Group>
        )}
        {things.map((group) => (
          <Group key={group} title={group.slice(group.indexOf(' ') + 1)}>
            <Entries entries={entriesOf(group)} onChoose={choose} />
          </Group>
        ))}
        <Group title="Buyer">
          <Entries entries={[...more, ...entriesOf(rest)]} onChoose={choose} />
        </Group>
      </div>
    </Layer>
  )
}

const rest = 'buyer'

/** Subscriptions by their ids, for two may have one name; tokens by their payment method. */
function groupOf({ opening }: BuyerOpening): string {
  if (opening.kind === 'all-tokens') return `token ${opening.method}`
  if (opening.kind !== 'command' || opening.target.kind === 'buyer') return rest
  const { kind, id, name } = opening.target
  return kind === 'subscription' ? `${id} ${name ?? 'Unknown product'}` : `token ${name ?? 'Other tokens'}`
}

const nowOf = ({ opening, now }: BuyerOpening) =>
  opening.kind === 'command' && opening.target.kind === 'token' ? [opening.target.id, now].filter(Boolean).join(', ') : now

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="py-2">
      <h3 id={id} className="py-1.5 font-medium text-meta text-muted">
        <bdi>{title}</bdi>
      </h3>
      {children}
    </section>
  )
}

function Entries({ entries, onChoose }: { entries: readonly SheetEntry[]; onChoose: (run: () => void) => void }) {
  return entries.map((entry, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a verb may be there twice, and the list never changes its order.
    <EntryButton key={index} entry={entry} onChoose={onChoose} />
  ))
}

/** Its name is the verb alone; how it is today, or why it can't be done, describes it. */
function EntryButton({
  entry: { words, now, disabledBecause, run },
  onChoose,
}: {
  entry: SheetEntry
  onChoose: (run: () => void) => void
}) {
  const id = useId()
  const isRefused = disabledBecause !== undefined
  const aside = disabledBecause ?? now
  return (
    <button
      type="button"
      aria-label={words}
      aria-describedby={aside === null ? undefined : id}
      aria-disabled={isRefused || undefined}
      onClick={isRefused ? undefined : () => onChoose(run)}
      className={cn(
        'grid min-h-12 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-2.5 rounded-control py-1 text-left focus-visible:-outline-offset-2',
        isRefused ? 'cursor-not-allowed text-muted' : 'hover:bg-hover',
      )}
    >
      <span className="min-w-0">
        <span className="block text-head">{words}</span>
        {aside !== null && (
          <span id={id} className="block truncate text-meta text-muted">
            {aside}
          </span>
        )}
      </span>
      <Icon of={ChevronRight} size={14} className="text-muted" />
    </button>
  )
}
