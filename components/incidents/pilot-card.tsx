import { useEffect, useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { describeProblem } from '@/lib/core/problem-words'
import type { Incident, IncidentPilot } from '@/lib/incidents/incident'
import { RowsToOpen, useOpening } from './rows-to-open'
import { problemOf, type Step } from './use-step'

const chosen = ['newest', 'oldest', 'drawn']

type Props = { incident: Incident; pilot: IncidentPilot; step: Step }

/** The rows that went first. While they're to be looked at, each is opened here, and only then the run goes on. */
export function PilotCard({ incident, pilot, step }: Props) {
  const isLook = incident.state === 'look'
  const mine = useOpening(incident, step)
  const problem = problemOf(step, 'look', 'go-on')
  const opening = pilot.lookedAt === null ? mine : { ...mine, isOpened: () => true }
  const left = useSecondsLeft(isLook ? pilot.lookUntil : null)
  const notYet = opening.notYet ?? (left > 0 ? `Look at them for ${left} s more` : incident.may['go-on'])
  return (
    <Card aria-labelledby="pilot">
      <CardHead title="Pilot of 3" id="pilot">
        {pilot.lookedBy !== null && <span className="text-meta text-muted">looked at by {pilot.lookedBy}</span>}
      </CardHead>
      <RowsToOpen rows={pilot.rows} opening={opening} isAsked={isLook} saysOf={(place) => chosen[place] ?? null} />
      {isLook && (
        <CardBody className="grid gap-3 border-t">
          <p className="text-ink-2 text-table">
            Open each buyer and check that it did what you meant. {incident.may.look ?? 'The rest waits until you continue.'}
          </p>
          {problem && <ProblemNotice {...describeProblem(problem)} />}
          <span className="grid [&_button]:w-full">
            <SendingButton
              variant="primary"
              sending={step.isPending && step.variables.step === 'go-on'}
              onClick={() => step.mutate({ step: 'go-on' })}
              {...(notYet !== null && { disabledBecause: notYet })}
            >
              Continue
            </SendingButton>
          </span>
          <p className="text-meta text-muted tabular-nums">{notYet}</p>
        </CardBody>
      )}
    </Card>
  )
}

/** Whole seconds until a moment, counted down; 0 once it's past. `until` is ISO in UTC, null where nothing is waited for. */
function useSecondsLeft(until: string | null): number {
  const [now, setNow] = useState(Date.now)
  const left = until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
  const isOver = left === 0
  useEffect(() => {
    if (until === null || isOver) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until, isOver])
  return left
}
