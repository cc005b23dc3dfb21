'use client'

import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { TitleRow } from '@/components/ui/title-row'
import { request } from '@/lib/client/request'
import { type JournalFilter, journalPath } from '@/lib/commands/journal-filter'
import { formatRange } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role, roleFor } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import type { ChainEnd, RowFault, Verdict } from '@/lib/core/verdict'

/** Title, the state of the chain, its verification, and the export of the shown entries. */
export function JournalHead({ role, filter, end }: { role: Role; filter: JournalFilter; end: ChainEnd | null }) {
  const verifying = useMutation({ mutationFn: () => request<Verdict>(routes.journalVerify()) })
  const whole = may(role, 'wholeJournal')
  const period = formatRange(filter.from ?? null, filter.to ?? null)
  return (
    <>
      <TitleRow
        title="Journal"
        beside={
          whole ? (
            <ChainMark verdict={verifying.data} end={end} at={verifying.submittedAt} />
          ) : (
            `Your actions, newest first. To see everybody’s, you need the ${roleFor('wholeJournal')} role.`
          )
        }
      >
        <Button
          onClick={() => verifying.mutate()}
          disabledBecause={whole ? undefined : needsRole('wholeJournal')}
          aria-disabled={verifying.isPending}
          tipPlace={{ side: 'bottom' }}
        >
          <Icon of={ShieldCheck} size={14} />
          {verifying.isPending ? 'Verifying…' : 'Verify journal'}
        </Button>
        <a href={journalPath(filter, { file: true })} download className={buttonClass()}>
          <Icon of={Download} size={14} />
          {period === null ? 'Export CSV' : `Export ${period}`}
        </a>
      </TitleRow>
      {verifying.error && (
        <ProblemNotice {...describeProblem(verifying.error)} title="Couldn’t verify the journal" className="mb-3" />
      )}
      <ChainFault verdict={verifying.data} end={end} />
    </>
  )
}

type ChainProps = { verdict: Verdict | undefined; end: ChainEnd | null }

const entryNumber = new Intl.NumberFormat('en')
const formatEntries = (count: number) => (count === 1 ? '1 entry' : `${entryNumber.format(count)} entries`)

/** How much of the chain was looked at, and that it's unbroken: only the newest entry until somebody verifies it. */
function ChainMark({ verdict, end, at }: ChainProps & { at: number }) {
  if (verdict ? !verdict.whole : (end?.fault ?? null) !== null) return null
  if (!verdict && !end) return null
  return (
    <span role="status" className="inline-flex flex-wrap items-center gap-x-1.5 text-ink-2 text-table tabular-nums">
      <Icon of={ShieldCheck} size={14} className="text-settled" />
      {verdict?.whole ? (
        <>
          {`${formatEntries(verdict.entries)}, chain unbroken`}
          <span className="text-muted">
            checked <Time at={at} />, last hash <Ident value={verdict.head} head={4} />
          </span>
        </>
      ) : (
        `${formatEntries(end?.entries ?? 0)}${end && end.entries > 0 ? ', the newest unbroken' : ''}`
      )}
    </span>
  )
}

/** The first place where the journal isn't what was written. */
function ChainFault({ verdict, end }: ChainProps) {
  if (verdict?.whole || (!verdict && !end?.fault)) return null
  if (verdict?.rows) return <ChangedRows rows={verdict.rows} />
  return (
    <Notice kind="danger" role="alert" className="mb-3">
      <b className="font-semibold">
        {verdict?.checkpoints
          ? 'Checkpoints of the journal are missing.'
          : verdict
            ? `The journal fails verification at entry ${entryNumber.format(verdict.seq)}.`
            : 'The newest entry of the journal isn’t what was written.'}
      </b>{' '}
      Found: {verdict ? verdict.why : end?.fault}.
      <span className="block text-ink-2">
        {verdict?.checkpoints
          ? 'The entries themselves are intact. Without these checkpoints, we can’t tell whether it was replaced by an older copy. Tell the person who runs Counterfoil.'
          : `Somebody or something changed the journal. ${verdict ? 'Entries before this one are intact. ' : ''}Keep the database as it is, and tell the person who runs Counterfoil.`}
      </span>
    </Notice>
  )
}

function ChangedRows({ rows }: { rows: RowFault[] }) {
  return (
    <Notice kind="danger" role="alert" className="mb-3">
      <b className="font-semibold">The journal is intact, but what’s shown doesn’t match it.</b> Somebody or something changed
      these rows:
      <ul className="my-1 list-disc pl-5">
        {rows.map(({ table, id, field, why }) => (
          <li key={`${table} ${id} ${field}`}>
            {table.replaceAll('_', ' ')} <Ident value={id} />
            {field && `, ${field.replaceAll('_', ' ')}`}: {why}
          </li>
        ))}
      </ul>
      <span className="text-ink-2">Keep the database as it is, and tell the person who runs Counterfoil.</span>
    </Notice>
  )
}
