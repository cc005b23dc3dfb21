import { CircleCheck, CircleDashed, ExternalLink } from 'lucide'
import { useEffect, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import { cn } from '@/lib/core/cn'
import { problemWords } from '@/lib/core/problem-words'
import type { Incident, IncidentPilot, IncidentRow } from '@/lib/incidents/incident'
import { plural, rowStateWords } from '@/lib/incidents/incident-words'
import { ChangeLine, rowStateKinds, targetOf } from './incident-rows'
import type { Step } from './use-step'

const chosen = ['newest', 'oldest', 'drawn']

type Props = { incident: Incident; pilot: IncidentPilot; step: Step }

/** The rows that went first. While they're to be looked at, each is opened here, and only then the run goes on. */
export function PilotCard({ incident, pilot, step }: Props) {
  const isLook = incident.state === 'look'
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const left = useSecondsLeft(isLook ? pilot.lookUntil : null)
  const isOpened = (n: number) => pilot.lookedAt !== null || opened.has(n)
  const unopened = pilot.rows.filter(({ n }) => !isOpened(n)).length
  const mayLook = isLook && incident.may.look === null

  function open(n: number) {
    if (!mayLook || opened.has(n)) return
    const all = new Set(opened).add(n)
    setOpened(all)
    if (all.size === pilot.rows.length) step.mutate({ step: 'look', body: { rows: [...all] } })
  }
  const notYet =
    unopened > 0 && mayLook
      ? unopened === pilot.rows.length
        ? 'Open each row first'
        : `Open the other ${plural(unopened, 'row', 'rows')} first`
      : left > 0
        ? `Look at them for ${left} s more`
        : incident.may['go-on']
  return (
    <Card aria-labelledby="pilot">
      <CardHead title="Pilot of 3" id="pilot">
        {pilot.lookedBy !== null && <span className="text-meta text-muted">looked at by {pilot.lookedBy}</span>}
      </CardHead>
      <ul className="divide-y">
        {pilot.rows.map((row, place) => (
          <PilotRow
            key={row.n}
            row={row}
            chosenAs={chosen[place] ?? ''}
            isOpened={isOpened(row.n)}
            isLook={isLook}
            onOpen={() => open(row.n)}
          />
        ))}
      </ul>
      {isLook && (
        <CardBody className="grid gap-3 border-t">
          <p className="text-ink-2 text-table">
            Open each buyer and check that it did what you meant. {incident.may.look ?? 'The rest waits until you continue.'}
          </p>
          {step.error && (step.variables?.step === 'look' || step.variables?.step === 'go-on') && (
            <ProblemNotice {...problemWords(step.error)} />
          )}
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

type RowProps = { row: IncidentRow; chosenAs: string; isOpened: boolean; isLook: boolean; onOpen: () => void }

function PilotRow({ row, chosenAs, isOpened, isLook, onOpen }: RowProps) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2 text-table">
      <Icon of={isOpened ? CircleCheck : CircleDashed} className={isOpened ? 'text-settled' : 'text-muted'} />
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <Ident value={targetOf(row)} align="start" />
          <Badge kind={rowStateKinds[row.state]}>{rowStateWords[row.state]}</Badge>
        </span>
        {row.changes.map((change) => (
          <ChangeLine key={change.label} {...change} beforeAsOf={null} />
        ))}
        <span className="block text-meta text-muted">
          {chosenAs}
          {row.at !== null && (
            <>
              , <Time at={row.at} />
            </>
          )}
          {row.words !== null && ` · ${row.words}`}
        </span>
      </div>
      {row.buyerId !== null && (
        <a
          href={buyerPath(row.buyerId)}
          target="_blank"
          rel="noreferrer"
          onClick={onOpen}
          className={cn(buttonClass({ size: 'small', variant: isLook && !isOpened ? 'default' : 'quiet' }))}
        >
          {isOpened ? 'Opened' : 'Open buyer'}
          <Icon of={ExternalLink} size={12} />
          <span className="sr-only">in a new window</span>
        </a>
      )}
    </li>
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
