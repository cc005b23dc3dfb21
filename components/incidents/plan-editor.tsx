import { RefreshCw } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { describeProblem } from '@/lib/core/problem-words'
import type { Who } from '@/lib/incidents/client/keep-plan'
import type { CommandOffer } from '@/lib/incidents/command'
import type { Incident } from '@/lib/incidents/incident'
import { plural, targetKind } from '@/lib/incidents/incident-words'
import type { Editing } from './incident-view'
import { PlanChanged, PlanMovedOn, settleFirst } from './plan-notices'
import { PreviewCard, PreviewMaking } from './preview-card'
import { RateSelect } from './rate-choice'
import { type Plan, usePlan } from './use-plan'
import { WhatCard } from './what-card'
import { WhoCard } from './who-card'

type Props = {
  merchant: string
  offers: readonly CommandOffer[]
  /** Null for a new one. */
  incident: Incident | null
  /** The rows that were marked on a list. */
  start?: Who | null
  /** The highest rate that can be chosen for a new one. */
  rateMax: number
  /** Why a new one can't be planned by this person. */
  refused?: string | null
  /** Beside the rate: the way to ask for approval. Told why it can't be asked yet. */
  askOf?: (notYet: string | null) => ReactNode
  /** Of one that was kept: it's told while something is typed, for the form stays then. */
  editing?: Editing
}

/** Who and what at the margin, what would happen beside them: a plan is changed and previewed as often as it takes. */
export function PlanEditor({ merchant, offers, incident, start = null, rateMax, refused: notNew = null, askOf, editing }: Props) {
  const plan = usePlan(merchant, incident, start, offers)
  const [tried, setTried] = useState(false)
  const { isDirty } = plan
  const onTyped = editing?.onTyped
  useEffect(() => onTyped?.(isDirty), [isDirty, onTyped])
  const verb = useWatch({ control: plan.form.control, name: 'verb' })
  const fixed = incident?.command.verb === 'takeBack' ? incident.words : null
  const kind = targetKind(offers, fixed === null ? { verb } : (incident?.command ?? { verb }))
  const refused = (incident === null ? notNew : incident.may.edit) ?? (plan.theirs && settleFirst)
  const notYet = plan.theirs ? settleFirst : isDirty ? 'Preview the changes first' : null
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setTried(true)
        void plan.submit(event)
      }}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 lg:grid-cols-[23.5rem_minmax(0,1fr)]"
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {fixed === null && (
          <WhoCard
            key={plan.round}
            merchant={merchant}
            kind={kind}
            given={incident === null ? null : incident.rows}
            who={plan.who}
            onChange={plan.setWho}
            error={tried && !plan.hasRows ? 'Enter the rows first' : undefined}
          />
        )}
        <WhatCard form={plan.form} offers={offers} fixed={fixed} canRead={incident?.canRead ?? true} />
      </div>
      <div className="grid min-w-0 gap-4">
        {incident && editing && <PlanMovedOn incident={incident} editing={editing} />}
        {plan.theirs && incident?.may.edit === null && <PlanChanged plan={plan} change={plan.theirs} />}
        {plan.problem && <ProblemNotice {...describeProblem(plan.problem)} />}
        <WouldHappen
          merchant={merchant}
          incident={incident}
          plan={plan}
          foot={
            <>
              <PlanRate plan={plan} rateMax={incident?.rateMax ?? rateMax} />
              {incident?.preview ? askOf?.(notYet ?? incident.may.ask) : <PreviewButton plan={plan} refused={refused} isMain />}
            </>
          }
          again={<PreviewButton plan={plan} refused={refused} />}
        />
      </div>
    </form>
  )
}

type WouldProps = { merchant: string; incident: Incident | null; plan: Plan; foot: ReactNode; again: ReactNode }

function WouldHappen({ merchant, incident, plan, foot, again }: WouldProps) {
  if (incident?.making) return <PreviewMaking making={incident.making} />
  if (incident?.preview)
    return (
      <PreviewCard merchant={merchant} incident={incident} preview={incident.preview} actions={again}>
        {foot}
      </PreviewCard>
    )
  return (
    <Card aria-labelledby="preview">
      <CardHead title="What would happen" id="preview" />
      <EmptyState icon={RefreshCw} title="No preview yet">
        Nothing is sent by a preview. It counts what would change, what’s already so, and what’s left out.
      </EmptyState>
      {plan.sent && (
        <p role="status" className="px-4 pb-3 text-center text-meta text-muted tabular-nums">
          {plan.sent.sent.toLocaleString('en')} of {plural(plan.sent.of, 'row', 'rows')} kept
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3">{foot}</div>
    </Card>
  )
}

/** The second person approves the rate, too. */
function PlanRate({ plan, rateMax }: { plan: Plan; rateMax: number }) {
  const rate = useWatch({ control: plan.form.control, name: 'rate' })
  return (
    <span className="mr-auto">
      <RateSelect
        rate={Number(rate)}
        max={rateMax}
        value={rate}
        onChange={(event) => plan.form.setValue('rate', event.target.value, { shouldDirty: true })}
      />
    </span>
  )
}

function PreviewButton({ plan, refused, isMain = false }: { plan: Plan; refused: string | null; isMain?: boolean }) {
  return (
    <SendingButton
      type="submit"
      variant={isMain ? 'primary' : 'default'}
      size={isMain ? 'normal' : 'small'}
      sending={plan.isSending}
      {...(refused !== null && { disabledBecause: refused })}
    >
      Preview
    </SendingButton>
  )
}
