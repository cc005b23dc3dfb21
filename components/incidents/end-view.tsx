import { Undo2 } from 'lucide'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import { describeProblem } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import type { Incident, IncidentRun } from '@/lib/incidents/incident'
import { plural } from '@/lib/incidents/incident-words'
import { LeftCard, TextsCard } from './left-card'
import { OutcomeBar } from './outcome-bar'
import { Figures, RunRows } from './run-view'
import { problemOf, type Step } from './use-step'

type Props = { merchant: string; incident: Incident; run: IncidentRun; step: Step; role: Role }

/** How a run ended: sums that equal what was given, what is left and by which way, the texts for customers, the record, and the undo. */
export function EndView({ merchant, incident, run, step, role }: Props) {
  const { counts } = run
  const outside = incident.preview?.counts
  const beforeRun = outside ? incident.rows - outside['will-change'] : counts['left-out']
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card aria-label="Outcome">
        <CardBody className="grid gap-3">
          <OutcomeBar
            parts={[
              { look: 'settled', count: counts.done, words: 'done' },
              { look: 'declined', count: counts.refused, words: 'refused' },
              { look: 'unconfirmed', count: counts.unconfirmed, words: 'unconfirmed' },
              { look: 'deferred', count: counts.moved, words: 'moved' },
              { look: 'quiet', count: counts['not-sent'] + counts['left-out'], words: 'not sent or left out' },
            ]}
          />
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <Figures isOver counts={counts} />
            <p className="text-meta text-muted tabular-nums sm:text-right">
              <b className="block font-semibold text-ink text-total">{incident.rows.toLocaleString('en')}</b>
              adds up to what was given
              {beforeRun > 0 && `, ${beforeRun.toLocaleString('en')} left out before the run`}
            </p>
          </div>
        </CardBody>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <LeftCard merchant={merchant} incident={incident} run={run} step={step} />
          <TextsCard merchant={merchant} incident={incident} run={run} role={role} />
        </div>
        <div className="grid min-w-0 gap-4">
          <UndoCard incident={incident} step={step} />
          <RecordCard incident={incident} run={run} />
        </div>
      </div>
      <RunRows merchant={merchant} incident={incident} run={run} />
    </div>
  )
}

/** Leads to a new incident that gives each row its earlier value back; its preview says which, and which are left alone. */
function UndoCard({ incident, step }: { incident: Incident; step: Step }) {
  const router = useRouter()
  const refused = incident.may.inverse
  const problem = problemOf(step, 'inverse')
  return (
    <Card aria-labelledby="undo">
      <CardHead title="Undo" id="undo" />
      <CardBody className="grid gap-3 text-table">
        <p className="flex gap-2 text-ink-2">
          <Icon of={Undo2} size={14} className="mt-0.5 text-muted" />
          <span>
            Gives each row that’s done its earlier value back. Rows that somebody changed since, that were refused, and that
            nobody has settled as done are left alone and named. Money that moved meanwhile isn’t undone.
          </span>
        </p>
        {problem && <ProblemNotice {...describeProblem(problem)} />}
      </CardBody>
      <div className="flex flex-wrap items-center gap-3 border-t px-4 py-3">
        <span className="mr-auto text-meta text-muted">A new incident, with its own approval and pilot.</span>
        <SendingButton
          variant="primary"
          sending={step.isPending && step.variables.step === 'inverse'}
          onClick={() => step.mutate({ step: 'inverse' }, { onSuccess: ({ id }) => router.push(`/incidents/${id}`) })}
          {...(refused !== null && { disabledBecause: refused })}
        >
          Plan the undo
        </SendingButton>
      </div>
    </Card>
  )
}

/** Who planned, approved and ran it, and what was approved. */
function RecordCard({ incident, run }: { incident: Incident; run: IncidentRun }) {
  const { preview, inverseOf, plannedBy, mine, rateApproved } = incident
  return (
    <Card aria-labelledby="record">
      <CardHead title="Record" id="record">
        <a href="/journal/records?kind=incident" className={buttonClass({ size: 'small', variant: 'quiet' })}>
          Journal
        </a>
      </CardHead>
      <CardBody>
        <DataList>
          <DataItem term="Planned by">{mine ? 'You' : plannedBy}</DataItem>
          {run.decisions.map(({ as, by, at, note }) => (
            <DataItem key={at} term={as === 'approved' ? 'Approved by' : 'Declined by'}>
              {by}
              <span className="text-muted">
                <Time at={at} />
              </span>
              {note !== null && <span>“{note}”</span>}
            </DataItem>
          ))}
          <DataItem term="Run by">
            {run.startedBy === run.by ? run.by : `${run.startedBy}, then ${run.by}`}
            <span className="text-muted">
              <Time at={run.startedAt} />
              {run.endedAt !== null && (
                <>
                  {' '}
                  to <Time at={run.endedAt} />
                </>
              )}
            </span>
          </DataItem>
          <DataItem term="Rate">{`At most ${rateApproved ?? incident.rate} a second`}</DataItem>
          {run.trips > 0 && <DataItem term="Stops">{plural(run.trips, 'automatic pause', 'automatic pauses')}</DataItem>}
          {preview && (
            <DataItem term="Plan">
              <Ident value={preview.planHash} />
              <Badge kind="plain">sha256</Badge>
            </DataItem>
          )}
          {inverseOf !== null && (
            <DataItem term="Undoes">
              <Link href={`/incidents/${inverseOf}`} className="text-accent hover:underline">
                An earlier incident
              </Link>
            </DataItem>
          )}
        </DataList>
      </CardBody>
    </Card>
  )
}
