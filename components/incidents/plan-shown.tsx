import { type ReactNode, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { describeProblem } from '@/lib/core/problem-words'
import type { CommandOffer } from '@/lib/incidents/command'
import type { Incident } from '@/lib/incidents/incident'
import { formatTargets, plural, targetKind } from '@/lib/incidents/incident-words'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import { IncidentRows } from './incident-rows'
import { PreviewCard } from './preview-card'
import { RowsToOpen, useOpening } from './rows-to-open'
import { RunCard, RunRows } from './run-view'
import { problemOf, type Step } from './use-step'

type Props = { merchant: string; offers: readonly CommandOffer[]; incident: Incident; step: Step; onEdit: () => void }

/** A plan that was asked for, approved or discarded, as everybody sees it: what it is, what it would do, and the decision on exactly that. */
export function PlanShown({ merchant, offers, incident, step, onEdit }: Props) {
  const { preview, approval, may, run } = incident
  const isDiscarded = incident.state === 'closed'
  if (preview === null && !isDiscarded) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 lg:grid-cols-[23.5rem_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <PlanFacts incident={incident} merchant={merchant} offers={offers} />
        {isDiscarded ? (
          <Notice kind="neutral">This plan was discarded. Nothing was sent.</Notice>
        ) : incident.state === 'waiting' && preview ? (
          <DecisionCard key={preview.planHash} incident={incident} planHash={preview.planHash} step={step} />
        ) : (
          <Notice kind="settled">
            {approval?.decidedBy} approved this plan
            {approval?.startUntil && (
              <>
                . Start it <Time at={approval.startUntil} />, or ask again
              </>
            )}
            .
          </Notice>
        )}
        {may.edit === null && (
          <span>
            <Button onClick={onEdit}>Change plan</Button>
          </span>
        )}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {run && (
          <>
            <RunCard incident={incident} run={run} step={step} />
            <RunRows merchant={merchant} incident={incident} run={run} />
          </>
        )}
        {preview && <PreviewCard merchant={merchant} incident={incident} preview={preview} />}
      </div>
    </div>
  )
}

function PlanFacts({ incident, merchant, offers }: Pick<Props, 'incident' | 'merchant' | 'offers'>) {
  const { command, words, reason, ticket, rows, rate, approval, plannedBy, mine } = incident
  const [isOpen, setOpen] = useState(false)
  return (
    <Card aria-labelledby="plan">
      <CardHead title="Plan" id="plan" />
      <CardBody>
        <DataList>
          <DataItem term="Who">
            {formatTargets(rows, targetKind(offers, command))} given
            <Button variant="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide' : 'Show'}
            </Button>
          </DataItem>
          <DataItem term="What">{words}</DataItem>
          <DataItem term="Reason">{reason}</DataItem>
          {ticket !== null && <DataItem term="Ticket">{ticket}</DataItem>}
          <DataItem term="Rate">At most {rate} a second</DataItem>
          <DataItem term="Planned by">{mine ? 'You' : plannedBy}</DataItem>
          {approval && (
            <DataItem term="Requested">
              <Time at={approval.askedAt} align="start" />
            </DataItem>
          )}
        </DataList>
      </CardBody>
      {isOpen && (
        <div className="max-h-120 overflow-y-auto border-t bg-surface">
          <IncidentRows merchant={merchant} incidentId={incident.id} of={{}} counted={incident.version} label="All rows" />
        </div>
      )}
    </Card>
  )
}

/** Approve or decline. What is approved is the plan that's on screen: if it's changed meanwhile, the dashboard refuses. */
function DecisionCard({ incident, planHash, step }: { incident: Incident; planHash: string; step: Step }) {
  const [note, setNote] = useState('')
  const refused = incident.may.decide
  const passkey = usePasskey('approve-incident')
  const sending = step.isPending && step.variables.step === 'decide' ? step.variables.body : null
  const isSending = (decision: string) =>
    sending !== null && sending !== undefined && 'decision' in sending && sending.decision === decision
  const decide = (decision: 'approve' | 'decline') => {
    if (refused === null && !step.isPending)
      step.mutate({ step: 'decide', body: { decision, note: note.trim() || null, planHash } })
  }
  const buttons = useRef<HTMLDivElement>(null)
  const focus = (place: 0 | 1) => buttons.current?.querySelectorAll('button')[place]?.focus()
  // The keys only go there: nobody approves a thousand rows by one letter.
  usePageKeys({ a: () => focus(1), r: () => focus(0) })
  const opening = useOpening(incident, step)
  const problem = problemOf(step, 'decide', 'look')
  const toOpen = incident.toOpen?.rows ?? []
  const whyNot = (why: string | null) => (why === null ? {} : { disabledBecause: why })
  return (
    <Card aria-labelledby="decision">
      <CardHead title="Decision" id="decision" />
      {refused === null && toOpen.length > 0 && (
        <section aria-label="Rows to open" className="border-b">
          <p className="border-b px-4 py-2.5 text-ink-2 text-table">
            {toOpen.length === 1 ? 'Open this buyer' : `Open these ${toOpen.length} buyers`} before you approve. They were drawn
            for you.
          </p>
          <RowsToOpen
            rows={toOpen}
            opening={opening}
            isAsked
            saysOf={(place) => `line ${toOpen[place]?.n.toLocaleString('en')}`}
          />
        </section>
      )}
      <CardBody className="grid gap-3">
        {refused !== null ? (
          <p className="text-ink-2 text-table">{refused}</p>
        ) : (
          <>
            <p className="text-ink-2 text-table">
              {incident.run
                ? `You approve that the ${plural(incident.run.counts.ready, 'row', 'rows')} still waiting may be sent. What’s done stays done, and nothing is sent until somebody resumes the run.`
                : 'You approve exactly this: the rows, the command, the reason and the rate. Nothing is sent until it’s started.'}
            </p>
            <Field label="Note" aside="optional">
              {(control) => <Input {...control} value={note} maxLength={255} onChange={(event) => setNote(event.target.value)} />}
            </Field>
          </>
        )}
        {problem && <ProblemNotice {...describeProblem(problem)} />}
        <div ref={buttons} className="grid grid-cols-2 gap-2 [&_button]:w-full">
          <Decide variant="danger-quiet" sending={isSending('decline')} onClick={() => decide('decline')} why={whyNot(refused)}>
            Decline
          </Decide>
          <Decide
            variant="primary"
            sending={isSending('approve')}
            onClick={() => decide('approve')}
            why={whyNot(refused ?? opening.notYet ?? passkey.missing ?? null)}
          >
            {passkey.says('Approve')}
          </Decide>
        </div>
        {refused === null && opening.notYet !== null && <p className="text-meta text-muted">{opening.notYet}</p>}
      </CardBody>
    </Card>
  )
}

type DecideProps = {
  variant: 'primary' | 'danger-quiet'
  sending: boolean
  onClick: () => void
  why: { disabledBecause?: string }
  children: string
}

const Decide = ({ why, children, ...props }: DecideProps): ReactNode => (
  <SendingButton {...props} {...why} className="w-full">
    {children}
  </SendingButton>
)
