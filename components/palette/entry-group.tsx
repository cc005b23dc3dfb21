import { Command } from 'cmdk'
import { Lock } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import type { PaletteEntry } from '@/lib/client/palette'

type Props = { heading: string; entries: readonly PaletteEntry[]; onChoose: (run: () => void) => void }

/** Entries under a heading; nothing where there is none. */
export function EntryGroup({ heading, entries, onChoose }: Props) {
  if (entries.length === 0) return null
  return (
    <Command.Group
      heading={<bdi>{heading}</bdi>}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-muted"
    >
      {entries.map(({ id, words, aside, keys = [], disabledBecause, run }) => (
        <Command.Item
          key={id}
          value={id}
          disabled={disabledBecause !== undefined}
          onSelect={() => onChoose(run)}
          className="flex min-h-9 items-center gap-2.5 rounded-control px-2.5 py-1 text-table aria-disabled:text-muted aria-selected:bg-selected max-sm:min-h-10"
        >
          {disabledBecause !== undefined && <Icon of={Lock} size={14} />}
          <span className="flex-none">{words}</span>
          {aside && (
            <bdi className="min-w-0 truncate text-meta text-muted" title={aside}>
              {aside}
            </bdi>
          )}
          <span className="ml-auto flex flex-none gap-1 text-meta text-muted">
            {disabledBecause ?? keys.map((key) => <Kbd key={key}>{key}</Kbd>)}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
