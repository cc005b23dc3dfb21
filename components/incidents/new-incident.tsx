'use client'

import { ChevronRight } from 'lucide'
import Link from 'next/link'
import { Icon } from '@/components/ui/icon'
import { useAwake } from '@/components/ui/use-awake'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { may, needsRole, type Role } from '@/lib/core/roles'
import type { Who } from '@/lib/incidents/client/keep-plan'
import { readMarked } from '@/lib/incidents/client/marked-rows'
import type { CommandOffer } from '@/lib/incidents/command'
import { PlanEditor } from './plan-editor'

type Props = { merchant: string; role: Role; offers: readonly CommandOffer[]; rateMax: number }

/** The plan of a new incident, empty or with the rows that were marked on a list. */
export function NewIncident({ merchant, role, offers, rateMax }: Props) {
  const [{ from }] = useSearchParamsState(['from'])
  // What was marked is known in the browser alone, so the form comes once the page is awake.
  const isAwake = useAwake()
  const start = isAwake && from === 'list' ? whoMarked() : null
  return (
    <>
      <div className="mb-4">
        <p className="flex items-center gap-1 text-meta text-muted">
          <Link href="/incidents" className="hover:underline">
            Incidents
          </Link>
          <Icon of={ChevronRight} size={12} />
          New
        </p>
        <h1 className="font-semibold text-title">New incident</h1>
      </div>
      <PlanEditor
        key={from === 'list' ? String(isAwake) : 'new'}
        merchant={merchant}
        offers={offers}
        incident={null}
        start={start}
        rateMax={rateMax}
        refused={may(role, 'planIncident') ? null : needsRole('planIncident')}
      />
    </>
  )
}

function whoMarked(): Who | null {
  const marked = readMarked()
  return marked && { from: 'list', ...marked }
}
