'use client'

import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { PageHead } from '@/components/ui/page-head'
import { fetchJson } from '@/lib/client/call'
import { type JournalFilter, journalPath } from '@/lib/journal-filter'
import { may, type Role, roleFor } from '@/lib/roles'
import type { Verdict } from '@/lib/verdict'
import { ChainVerdict } from './chain-verdict'
import { JournalTabs } from './journal-tabs'

/** What this is and whose entries it holds; the proof that it is whole; the file of what is shown. */
export function JournalHead({ role, filter }: { role: Role; filter: JournalFilter }) {
  const verifying = useMutation({ mutationFn: () => fetchJson<Verdict>('/api/desk/journal/verify') })
  const whole = may(role, 'wholeJournal')
  return (
    <>
      <PageHead
        title="Journal"
        description={
          whole
            ? 'Every command of everybody, newest first.'
            : `Your own commands, newest first. Those of everybody need the ${roleFor('wholeJournal')} role.`
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
              {verifying.isPending ? 'Verifying…' : 'Verify the chain'}
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
