'use client'

import { ArrowRight, CalendarDays, Equal, TriangleAlert, Wallet } from 'lucide'
import { type ReactNode, useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Tip } from '@/components/ui/tip'
import { useClock } from '@/components/ui/use-clock'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { describeWhen, formatAsOf } from '@/lib/commands/effect-words'
import type { Preview } from '@/lib/commands/preview'
import type { CommandField } from '@/lib/commands/verbs'
import { cn } from '@/lib/core/cn'
import { describeProblem } from '@/lib/core/problem-words'
import type { Effect, EffectRow } from '@/lib/operations/effects/effect'
import { EffectNotices, UndoLine } from './effect-blocks'

type Props = {
  command: VerbForm
  /** In the place of the row of that field: the same change with its prices. */
  priced?: { field: string; swing: ReactNode } | null
  /** What is mostly meant instead of a verb that charges. */
  children?: ReactNode
}

/**
 * What the verb would do, in a place that is kept for it: neither the first preview nor another choice moves what stands below, where
 * a person may be pressing just then.
 */
export function PreviewPanel({ command, priced = null, children }: Props) {
  const { verb, preview, wantsAddress, addressError, isValid } = command
  const room = cn('grid', roomOf(verb))
  if (preview.error && !preview.shown && addressError === undefined)
    return (
      <div className={room}>
        <ProblemNotice {...describeProblem(preview.error)} />
      </div>
    )
  const missing =
    wantsAddress && !preview.shown ? 'Enter the buyer’s IP address to see what changes.' : !isValid && whatIsMissing(verb)
  return (
    <section
      aria-label="Preview"
      aria-busy={isValid && !preview.current}
      className={cn(
        room,
        missing ? 'content-center' : 'content-start',
        'overflow-clip rounded-control border bg-surface text-table',
      )}
    >
      {missing ? (
        <p className="px-3 text-center text-muted">{missing}</p>
      ) : preview.shown ? (
        <PreviewLines preview={preview.shown} charges={verb.danger !== null} priced={priced}>
          {children}
        </PreviewLines>
      ) : (
        <Loading />
      )}
    </section>
  )
}

/** As high as what is mostly in it: a change or two, what happens next, and whether it can be undone. */
function roomOf({ danger, fields, of }: VerbForm['verb']): string {
  if (danger) return 'min-h-120 max-sm:min-h-150'
  if (fields.includes('productId')) return 'min-h-90 max-sm:min-h-114'
  if (fields.includes('expirationDate')) return 'min-h-68 max-sm:min-h-90'
  if (fields.includes('email')) return 'min-h-78 max-sm:min-h-108'
  return of === 'token' ? 'min-h-70 max-sm:min-h-88' : 'min-h-56 max-sm:min-h-76'
}

/** What has to be chosen before anything can be foreseen. */
const toSee: Partial<Record<CommandField, string>> = {
  email: 'Enter the new e-mail address to see what changes.',
  productId: 'Choose a plan to see what changes.',
  expirationDate: 'Choose a date to see what changes.',
}

const whatIsMissing = ({ fields }: VerbForm['verb']) =>
  fields.map((field) => toSee[field]).find(Boolean) ?? 'Fill in the fields above to see what changes.'

function Loading() {
  return (
    <div className="grid gap-3 px-3.5 py-3">
      <p className="sr-only">Loading preview</p>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-3 w-80 max-w-full" />
      <Skeleton className="h-3 w-72 max-w-full" />
    </div>
  )
}

type LinesProps = Pick<Props, 'priced' | 'children'> & { preview: Preview; charges: boolean }

/** What a command would do, line by line. `charges` says whether it is a verb that charges. */
export function PreviewLines({ preview: { effect, sources }, charges, priced, children }: LinesProps) {
  const swings = effect.rows.filter(({ changes, after }) => changes && after !== null)
  const others = effect.rows.filter((row) => !swings.includes(row))
  return (
    <>
      <div className="grid gap-2 p-2 empty:hidden">
        <EffectNotices effect={effect} charges={charges} />
        {children}
      </div>
      <div className="divide-y">
        {swings.map((row) => (
          <div key={row.field} className="px-3.5 py-2.5">
            {priced?.field === row.field ? priced.swing : <RowSwing row={row} source={sources[row.field]} />}
          </div>
        ))}
        <div className="grid gap-1 px-3.5 py-2">
          <Later effect={effect} />
          <Others rows={others} sources={sources} />
          <UndoLine undo={effect.undo} zone={effect.zone} />
        </div>
      </div>
    </>
  )
}

const swingLabels: Record<string, [before: string, after: string]> = {
  endDate: ['End date now', 'Will end'],
  term: ['Term now', 'Then'],
}

function RowSwing({ row, source }: { row: EffectRow; source: string | undefined }) {
  const stamp = useStamp(row, source)
  const [before, after] = swingLabels[row.field] ?? [`${row.label} now`, 'After']
  return (
    <Swing before={{ label: before, value: row.before ?? <Unknown />, note: stamp }} after={{ label: after, value: row.after }} />
  )
}

export type SwingSide = { label: ReactNode; value: ReactNode; note?: ReactNode }

/** Before and after, side by side. */
export function Swing({ before, after, difference }: { before: SwingSide; after: SwingSide; difference?: string | null }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)_auto]">
      <Side {...before} />
      <Icon of={ArrowRight} className="mt-4.5 text-muted" />
      <Side {...after} isAfter />
      {difference && (
        <div className="self-center max-sm:col-span-3 max-sm:mt-1.5">
          <dt className="sr-only">Difference</dt>
          <dd className="inline-block whitespace-nowrap rounded-full border border-line-strong bg-raised px-2 py-0.25 font-medium text-ink-2 text-meta tabular-nums">
            {difference}
          </dd>
        </div>
      )}
    </dl>
  )
}

const Side = ({ label, value, note, isAfter = false }: SwingSide & { isAfter?: boolean }) => (
  <div className="min-w-0 wrap-anywhere">
    <dt className="text-meta text-muted">{label}</dt>
    <dd className={cn('text-body tabular-nums', isAfter ? 'font-semibold' : 'font-medium')}>{value}</dd>
    {note && <dd className="text-meta text-muted">{note}</dd>}
  </div>
)

const Unknown = () => <span className="font-normal text-muted">unknown</span>

/** What happens next, a line each, with its time where it has one. */
function Later({ effect: { later, zone } }: { effect: Effect }) {
  const id = useId()
  const { now } = useClock(Date.now())
  if (later.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="sr-only">
        What happens next
      </h3>
      {zone !== 'UTC' && <p className="mb-1 text-meta text-muted">Dates in {zone}</p>}
      <ul className="grid gap-1">
        {later.map((event) => {
          const when = describeWhen(event, zone, now)
          return (
            <li key={event.says} className={cn('flex items-start gap-1.5', event.danger ? 'font-medium' : 'text-ink-2')}>
              <Icon
                of={event.danger ? TriangleAlert : when ? CalendarDays : Wallet}
                size={14}
                className={cn('mt-0.5', event.danger ? 'text-danger' : 'text-muted')}
              />
              <span>
                {when && <span className="mr-1 font-normal text-muted tabular-nums">{when}</span>} {event.says}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What stays, and what may change in a way that cannot be foreseen, in a line each. */
function Others({ rows, sources }: { rows: readonly EffectRow[]; sources: Record<string, string> }) {
  const lines = [
    { words: 'May change', of: rows.filter(({ changes }) => changes) },
    { words: 'No change', of: rows.filter(({ changes }) => !changes) },
  ]
  return lines.map(
    ({ words, of }) =>
      of.length > 0 && (
        <p key={words} className="flex items-start gap-1.5 text-ink-2">
          <Icon of={Equal} size={14} className="mt-0.5 text-muted" />
          <span>
            {words}:{' '}
            {of.map((row, index) => (
              <span key={row.field}>
                {index > 0 && ', '}
                <OtherRow row={row} source={sources[row.field]} />
              </span>
            ))}
          </span>
        </p>
      ),
  )
}

function OtherRow({ row, source }: { row: EffectRow; source: string | undefined }) {
  const stamp = useStamp(row, source)
  const words = `${row.label.toLowerCase()} ${row.before ?? 'unknown'}`
  return stamp === null ? (
    words
  ) : (
    <Tip text={stamp} align="start">
      {words}
    </Tip>
  )
}

/** How old what is known is, and where it is known from; null where nothing is known. */
function useStamp({ beforeAsOf }: EffectRow, source: string | undefined): string | null {
  const { now, zone } = useClock(Date.now())
  return beforeAsOf === null ? null : [formatAsOf(beforeAsOf, zone, now), source].filter(Boolean).join(', ')
}
