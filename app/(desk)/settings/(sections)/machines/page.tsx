import type { Metadata } from 'next'
import { TurnAllOff } from '@/components/approvals/turn-all-off'
import { MachinesView } from '@/components/settings/machines-view'
import { NeedsRole } from '@/components/settings/needs-role'
import { TitleRow } from '@/components/ui/title-row'
import { machines } from '@/lib/agents/server/machine-handlers'
import { may } from '@/lib/core/roles'
import { pagePerson } from '@/lib/people/server/page-person'
import { env } from '@/lib/platform/env'

export const metadata: Metadata = { title: 'Machines' }

export default async function MachinesPage() {
  const { role } = await pagePerson()
  if (!may(role, 'agents')) return <NeedsRole right="agents" />
  const initial = await machines()
  return (
    <>
      <TitleRow title="Machines" beside="Programs that read and propose for a person. None of them can act.">
        <TurnAllOff off={initial.off} />
      </TitleRow>
      <MachinesView initial={initial} merchants={env().merchants.map(({ code, name }) => ({ code, name }))} />
    </>
  )
}
