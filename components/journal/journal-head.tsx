'use client'

import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { onDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { TitleRow } from '@/components/ui/title-row'
import { request } from '@/lib/client/request'
import { type JournalFilter, journalPath } from '@/lib/commands/journal-filter'
import { formatRange } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role, roleFor } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import type { ChainEnd, Verdict } from '@/lib/core/verdict'
import type { Chain } from './chain-fault'

const ChainFault = onDemand(() => import('./chain-fault').then((file) => file.ChainFault))

/** Title, the state of the chain, its verification, and the export of the shown entries. */
export function JournalHead({ role, filter, end }: { role: Role; filter: JournalFilter; end: ChainEnd | null }) {
  const verifying = useMutation({ mutationFn: () => request<Verdict>(routes.journalVerify()) })
  const chain = { verdict: verifying.data, end }
  const whole = may(role, 'wholeJournal')
  const period = formatRange(filter.from ?? null, filter.to ?? null)
  return (
    <>
      <TitleRow
        title="Journal"
        beside={
          whole ? (
            <ChainMark {...chain} at={verifying.submittedAt} />
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
      {isFaulty(chain) && <ChainFault {...chain} />}
    </>
  )
}

const isFaulty = ({ verdict, end }: Chain) => (verdict ? !verdict.whole : (end?.fault ?? null) !== null)

const formatEntries = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`)

/** How much of the chain was looked at, and that it's unbroken: only the newest entry until somebody verifies it. */
function ChainMark({ verdict, end, at }: Chain & { at: number }) {
  if (isFaulty({ verdict, end })) return null
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
