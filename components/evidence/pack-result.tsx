import { BadgeCheck, FileQuestionMark, FileWarning, type IconNode } from 'lucide'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { State } from '@/components/ui/state'
import { Table } from '@/components/ui/table'
import { useClock } from '@/components/ui/use-clock'
import { cn } from '@/lib/core/cn'
import type { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { formatSize } from '@/lib/core/size-words'
import { describePack, type PackWords } from '@/lib/files/client/pack-words'
import type { FileVerdict, PackVerdict } from '@/lib/files/client/read-pack'
import { manifestName } from '@/lib/files/evidence'

/** A pack that was given to be checked, by the name of its file. */
export type Checked = { id: string; name: string } & (
  | { state: 'reading' }
  | { state: 'read'; verdict: PackVerdict }
  | { state: 'failed'; error: ServiceProblem }
)

const looks: Record<PackWords['kind'], { ground: string; ink: string; icon: IconNode }> = {
  ours: { ground: 'border-settled-line bg-settled-bg', ink: 'text-settled', icon: BadgeCheck },
  changed: { ground: 'border-declined-line bg-declined-bg', ink: 'text-declined', icon: FileWarning },
  unknown: { ground: 'border-neutral-line bg-neutral-bg', ink: 'text-muted', icon: FileQuestionMark },
}

/** The verdict on a pack as one sentence, with its files. */
export function PackResult({ check }: { check: Checked }) {
  const { zone } = useClock(Date.now())
  if (check.state === 'reading')
    return (
      <p role="status" className="rounded-card border bg-raised px-4 py-3 text-table">
        Checking <span className="font-mono text-meta">{check.name}</span>…
      </p>
    )
  if (check.state === 'failed') return <ProblemNotice {...describeProblem(check.error)} title={`Couldn’t check ${check.name}`} />
  const { kind, title, says } = describePack(check.verdict, zone)
  const look = looks[kind]
  return (
    <section aria-label={check.name} className="overflow-clip rounded-card border bg-raised">
      <div
        role={kind === 'ours' ? 'status' : 'alert'}
        className={cn(
          'grid grid-cols-[1.25rem_minmax(0,1fr)] items-start gap-x-3 px-4 py-3.5 text-table sm:grid-cols-[1.25rem_minmax(0,1fr)_auto]',
          look.ground,
        )}
      >
        <Icon of={look.icon} size={20} className={look.ink} />
        <div className="min-w-0">
          <h2 className="font-semibold text-body">{title}</h2>
          <p className="mt-0.5 text-ink-2 wrap-anywhere">{says}</p>
        </div>
        <span className="min-w-0 truncate font-mono text-ink-2 text-meta max-sm:col-start-2 sm:max-w-56" title={check.name}>
          {check.name}
        </span>
      </div>
      {check.verdict.files.length > 0 && <Files verdict={check.verdict} isWhole={kind === 'ours'} />}
    </section>
  )
}

const fileLabels: Record<FileVerdict['is'], string> = { sound: 'as made', changed: 'changed', missing: 'missing', extra: 'added' }

/** Each file; of a pack that isn’t as it was made, those that aren’t. */
function Files({ verdict: { files, dashboard }, isWhole }: { verdict: PackVerdict; isWhole: boolean }) {
  const wrong = files.filter(({ is }) => is !== 'sound')
  const shown = isWhole ? files : wrong
  const others = files.length - shown.length
  return (
    <Table className="border-t">
      <thead className="sr-only">
        <tr>
          <th scope="col">File</th>
          <th scope="col">Size</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pack may hold a name twice, and files never change places.
          <tr key={at}>
            <td className="w-full max-w-0 truncate font-mono text-meta">{file.name}</td>
            <td className="text-right text-muted tabular-nums max-sm:hidden">{sizesOf(file)}</td>
            <td className="w-33">
              {file.is === 'sound' ? <State kind="settled">as made</State> : <Badge kind="declined">{fileLabels[file.is]}</Badge>}
            </td>
          </tr>
        ))}
        {others > 0 && (
          <tr>
            <td colSpan={2} className="w-full text-muted">
              {[others, shown.length > 0 && 'other', others === 1 ? 'file' : 'files'].filter(Boolean).join(' ')}
            </td>
            <td className="w-33">
              <State kind={dashboard?.signed ? 'settled' : 'neutral'}>{dashboard?.signed ? 'as made' : 'as its list says'}</State>
            </td>
          </tr>
        )}
        <tr>
          <td className="w-full font-mono text-meta">{manifestName}</td>
          <td className="max-sm:hidden" />
          <td className="w-33">
            <State kind={dashboard?.signed ? 'settled' : 'neutral'}>
              {dashboard?.signed ? 'signed here' : 'not signed here'}
            </State>
          </td>
        </tr>
      </tbody>
    </Table>
  )
}

function sizesOf({ is, bytes, was }: FileVerdict): string {
  if (bytes === null) return was === null ? '' : `was ${formatSize(was)}`
  return is === 'changed' && was !== null && was !== bytes ? `${formatSize(bytes)}, was ${formatSize(was)}` : formatSize(bytes)
}
