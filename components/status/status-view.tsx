import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { DeskHealth } from '@/lib/desk-health'
import { AlertsCard } from './alerts-card'
import { HereCard } from './here-card'
import { RecordCard } from './record-card'
import { ServicesCard } from './services-card'

/** How the desk is: what needs a look first, then the parts one by one. */
export function StatusView({ health }: { health: DeskHealth }) {
  return (
    <>
      {health.merchantFaults.length > 0 && (
        <Notice kind="danger" role="alert">
          <b className="font-semibold">The file of merchant accounts was not taken; the accounts from before go on.</b>
          <ul className="list-disc pl-4 text-ink-2">
            {health.merchantFaults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ServicesCard accounts={health.accounts} />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <RecordCard {...health} />
        <HereCard {...health} />
      </div>
      <AlertsCard alerts={health.alerts} />
      <p className="text-meta text-muted">
        As of <Time at={health.at} />. Queue and waiting outcomes are those of the copy that answered.
      </p>
    </>
  )
}
