'use client'

import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { request } from '@/lib/client/request'
import { type JournalFilter, journalPath } from '@/lib/commands/journal-filter'
import { problemWords } from '@/lib/core/problem-words'
import { may, type Role, roleFor } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import type { RowFault, Verdict } from '@/lib/core/verdict'
import { JournalTabs } from './journal-tabs'

/** Title, scope, verification of the chain, and the export of the shown entries. */
export function JournalHead({ role, filter }: { role: Role; filter: JournalFilter }) {
  const verifying = useMutation({ mutationFn: () => request<Verdict>(routes.journalVerify()) })
  const whole = may(role, 'wholeJournal')
  return (
    <>
      <PageHead
        title="Journal"
        description={
          whole
            ? 'Everybody’s actions, newest first.'
            : `Your actions, newest first. To see everybody’s, you need the ${roleFor('wholeJournal')} role.`
        }
        actions={
          <>
            <Button
              onClick={() => verifying.mutate()}
              disabledBecause={whole ? undefined : `needs the ${roleFor('wholeJournal')} role`}
              aria-disabled={verifying.isPending}
              tipPlace={{ side: 'bottom' }}
            >
              <Icon of={ShieldCheck} size={14} />
              {verifying.isPending ? 'Verifying…' : 'Verify journal'}
            </Button>
            <a href={journalPath(filter, { file: true })} download className={buttonClass()}>
              <Icon of={Download} size={14} />
              Export CSV
            </a>
          </>
        }
      />
      <JournalTabs here="/journal" />
      <ChainVerdict verdict={verifying.data} error={verifying.error} at={verifying.submittedAt} />
    </>
  )
}

type ChainVerdictProps = { verdict: Verdict | undefined; error: Error | null; at: number }

const entryNumber = new Intl.NumberFormat('en')

/** Whether the journal is unchanged, or the first place where it isn't. */
function ChainVerdict({ verdict, error, at }: ChainVerdictProps) {
  if (error) return <ProblemNotice {...problemWords(error)} title="Couldn’t verify the journal" className="mb-4" />
  if (!verdict) return null
  if (verdict.whole) {
    return (
      <Notice kind="settled" role="status" className="mb-4">
        <b className="font-semibold">The journal is intact.</b>{' '}
        <span className="text-ink-2 tabular-nums">
          {verdict.entries === 1 ? '1 entry' : `${entryNumber.format(verdict.entries)} entries`}, verified <Time at={at} />, last
          hash <Ident value={verdict.head} />
        </span>
      </Notice>
    )
  }
  if (verdict.rows) return <ChangedRows rows={verdict.rows} />
  return (
    <Notice kind="danger" role="alert" className="mb-4">
      <b className="font-semibold">
        {verdict.checkpoints
          ? 'Checkpoints of the journal are missing.'
          : `The journal fails verification at entry ${entryNumber.format(verdict.seq)}.`}
      </b>{' '}
      Found: {verdict.why}.
      <span className="block text-ink-2">
        {verdict.checkpoints
          ? 'The entries themselves are intact. Without these checkpoints, we can’t tell whether it was replaced by an older copy. Tell the person who runs Counterfoil.'
          : 'Somebody or something changed the journal. Entries before this one are intact. Keep the database as it is, and tell the person who runs Counterfoil.'}
      </span>
    </Notice>
  )
}

function ChangedRows({ rows }: { rows: RowFault[] }) {
  return (
    <Notice kind="danger" role="alert" className="mb-4">
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
