import {
  ArrowRight,
  Ban,
  CalendarDays,
  Check,
  CircleQuestionMark,
  CircleX,
  Coins,
  Copy,
  Hourglass,
  type IconNode,
  Mail,
  Undo2,
  User,
} from 'lucide'
import { type ReactNode, useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { Time } from '@/components/ui/time'
import type { Incident, IncidentPreview, IncidentRow, PlanReason, PreviewCount } from '@/lib/incidents/incident'
import { pilotRows, reasons } from '@/lib/incidents/incident'
import { countLabels, describeWhy, formatSpan, languageName, plural } from '@/lib/incidents/incident-words'
import { AnswerRow } from './answer-row'
import { ChangeLine, IncidentRows, targetOf } from './incident-rows'
import { type BarPart, OutcomeBar } from './outcome-bar'

const looks: Record<PreviewCount, { icon: IconNode; tone: 'plain' | 'declined' | 'deferred'; bar: BarPart['look'] }> = {
  'will-change': { icon: ArrowRight, tone: 'plain', bar: 'go' },
  already: { icon: Check, tone: 'plain', bar: 'quiet' },
  'not-known': { icon: CircleQuestionMark, tone: 'plain', bar: 'quiet' },
  'in-doubt': { icon: Hourglass, tone: 'deferred', bar: 'deferred' },
  'not-found': { icon: CircleX, tone: 'declined', bar: 'declined' },
  'other-account': { icon: Ban, tone: 'declined', bar: 'declined' },
  twice: { icon: Copy, tone: 'plain', bar: 'quiet' },
  'left-alone': { icon: User, tone: 'plain', bar: 'quiet' },
}
/** Always said; the others only where there are any. */
const always: readonly PreviewCount[] = ['will-change', 'already', 'in-doubt', 'not-found']

type Props = {
  merchant: string
  incident: Incident
  preview: IncidentPreview
  /** At the right end of the head. */
  actions?: ReactNode
  /** The foot: rate, who decides, and the next step. */
  children?: ReactNode
}

/** What an incident would do, counted before anything is sent: each number opens its rows, and nothing that was given is missing. */
export function PreviewCard({ merchant, incident, preview, actions, children }: Props) {
  const { counts, sums } = preview
  const [open, setOpen] = useState<PreviewCount | null>(null)
  const all = (Object.keys(looks) as PreviewCount[]).filter((count) => counts[count] > 0 || always.includes(count))
  const given = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const will = counts['will-change']
  return (
    <Card aria-labelledby="preview">
      <CardHead title={incident.run === null ? 'What would happen' : 'What was approved before it began'} id="preview">
        <span className="pr-2 text-meta text-muted">
          checked <Time at={preview.asOf} align="end" />
        </span>
        {actions}
      </CardHead>
      <CardBody className="grid gap-2.5 border-b">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="font-semibold text-total tabular-nums">{will.toLocaleString('en')}</b> of {given.toLocaleString('en')}{' '}
          {incident.run === null ? 'will change' : 'were to change'}
          <span className="text-meta text-muted tabular-nums sm:ml-auto">
            {will === 0
              ? 'Nothing would be sent'
              : will <= pilotRows
                ? `${will} in the pilot`
                : `${pilotRows} in the pilot, then about ${formatSpan(preview.takesMs)} at ${incident.rate} a second`}
          </span>
        </p>
        <OutcomeBar
          parts={all.map((count) => ({ look: looks[count].bar, count: counts[count], words: countLabels[count].toLowerCase() }))}
        />
      </CardBody>
      <div className="divide-y border-b">
        {all.map((count) => (
          <div key={count}>
            <AnswerRow
              icon={looks[count].icon}
              tone={counts[count] === 0 ? 'plain' : looks[count].tone}
              title={countLabels[count]}
              says={<WhyOfCount count={count} preview={preview} />}
              count={counts[count]}
              isOpen={open === count}
              onOpen={() => setOpen(open === count ? null : count)}
            />
            {open === count && (
              <div className="border-t bg-surface">
                <IncidentRows
                  merchant={merchant}
                  incidentId={incident.id}
                  of={{ count }}
                  counted={preview.asOf}
                  label={countLabels[count]}
                />
              </div>
            )}
          </div>
        ))}
      </div>
      {preview.examples.length > 0 && <ExampleRows rows={preview.examples} will={will} />}
      <CardBody className="grid gap-2 text-ink-2 text-table">
        <Sums icon={Coins} label="Money" sentences={sums.money} />
        <Sums icon={CalendarDays} label="Dates" sentences={sums.dates} />
        <Sums icon={Mail} label="What customers receive" sentences={[...sums.customers, ...describeLanguage(preview)]} />
        <Sums icon={Undo2} label="Undo" sentences={sums.undo} />
      </CardBody>
      {children && <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3">{children}</div>}
    </Card>
  )
}

/** Three rows of those that will change, before and after. */
function ExampleRows({ rows, will }: { rows: readonly IncidentRow[]; will: number }) {
  return (
    <section aria-label="Examples" className="border-b">
      <p className="flex flex-wrap justify-between gap-x-4 border-b bg-surface px-4 py-1.5 font-medium text-meta text-muted tabular-nums">
        <span>
          {rows.length === will
            ? `${will === 1 ? 'The row' : `All ${will}`}`
            : `${rows.length.toLocaleString('en')} of the ${will.toLocaleString('en')}`}
        </span>
        {rows.length < will && <span className="font-normal">newest, oldest, one drawn</span>}
      </p>
      <ul className="divide-y">
        {rows.map((row) => (
          <li
            key={row.n}
            className="grid items-center gap-x-4 gap-y-0.5 px-4 py-2 text-table sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1.2fr)]"
          >
            <Ident value={targetOf(row)} align="start" />
            <span className="truncate text-ink-2">{row.product ?? 'product unknown'}</span>
            <span>
              {row.changes.map((change) => (
                <ChangeLine key={change.label} {...change} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sums({ icon, label, sentences }: { icon: IconNode; label: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <section aria-label={label} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
      <Icon of={icon} size={14} className="mt-0.5 text-muted" />
      <p className="tabular-nums">{sentences.join(' ')}</p>
    </section>
  )
}

const listOf = new Intl.ListFormat('en')

/** `Their languages: English 812, German 40 and unknown 3.` */
function describeLanguage({ languages }: IncidentPreview): string[] {
  if (languages.length === 0) return []
  const words = languages.map(
    ({ language, rows }) => `${language === null ? 'unknown' : languageName(language)} ${rows.toLocaleString('en')}`,
  )
  return [`Their languages: ${listOf.format(words)}.`]
}

/** Why the rows of a number are there. Of `already` how old the oldest fact is that says so. */
function WhyOfCount({ count, preview }: { count: PreviewCount; preview: IncidentPreview }) {
  const here = (Object.entries(preview.reasons) as [PlanReason, number][]).filter(
    ([why, of]) => of > 0 && reasons[why] === count && why !== count,
  )
  if (preview.counts[count] === 0) return 'No rows'
  if (count === 'will-change') return 'Known, different, and nothing else is waiting on it.'
  if (count === 'already')
    return (
      <>
        Left out.{' '}
        {preview.oldestAlready !== null && (
          <>
            The oldest fact is from <Time at={preview.oldestAlready} />.
          </>
        )}
      </>
    )
  if (here.length === 0) return leftOutLabels[count]
  const words = here.map(([why, of]) => describeWhy(why, of))
  return `${listOf.format(words)}. Left out and named.`
}

const leftOutLabels: Record<Exclude<PreviewCount, 'will-change' | 'already'>, string> = {
  'not-known': 'Left out, because we don’t know how they are now.',
  'in-doubt': 'Left out and named.',
  'not-found': 'Ids we don’t know. Left out and named.',
  'other-account': 'Left out and named.',
  twice: 'Counted once.',
  'left-alone': 'Not undone, and named in the results.',
}

/** `making`: how far a preview is, while it's made. */
export function PreviewMaking({ making }: { making: NonNullable<Incident['making']> }) {
  return (
    <Card aria-labelledby="preview">
      <CardHead title="What would happen" id="preview" />
      <CardBody className="grid gap-2">
        <progress
          aria-label="Preview"
          value={making.done}
          max={Math.max(making.of, 1)}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
        <p role="status" className="text-meta text-muted tabular-nums">
          Checking… {making.done.toLocaleString('en')} of {plural(making.of, 'row', 'rows')}. You can leave this page.
        </p>
      </CardBody>
    </Card>
  )
}
