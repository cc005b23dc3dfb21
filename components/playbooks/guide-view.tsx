'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { describeProblem } from '@/lib/core/problem-words'
import { may } from '@/lib/core/roles'
import { answersOf, chargeShown, type Guide } from '@/lib/playbooks/guide'
import { isReply } from '@/lib/playbooks/playbook'
import { playbooks } from '@/lib/playbooks/playbooks'
import { type Course, type Stage, stagesOf } from '@/lib/playbooks/stages'
import { GuideCompose } from './guide-compose'
import type { GuideContext } from './guide-context'
import { GuideLastStep } from './guide-last-step'
import { GuideQuestion } from './guide-question'
import { StageItem } from './guide-stage'
import { type GuideStepping, useGuideStep } from './use-guide-step'
import { useGuideText } from './use-guide-text'
import { type LastStep, useLastStep } from './use-last-step'

type Props = { guide: Guide; context: GuideContext; onOther: () => void }

/** A ticket's guided steps: in progress, or finished. */
export function GuideView({ guide, context, onOther }: Props) {
  if (guide.endedAt !== null) return <GuideEnded guide={guide} onOther={onOther} />
  return <GuideInProgress guide={guide} context={context} />
}

/** The steps in order, the one that is asked now, and the reply as far as it is composed. */
function GuideInProgress({ guide, context }: Omit<Props, 'onOther'>) {
  const stepping = useGuideStep(guide, context)
  const text = useGuideText()
  const course = stagesOf(playbooks[guide.playbook], context.known, answersOf(guide.steps))
  const { step } = course
  const last = useLastStep({ guide, step, context, stepping, text })
  const [picked, setPicked] = useState<{ at: number; answer: string } | null>(null)
  const pickedNow = picked?.at === guide.version ? picked.answer : null
  const question = isReply(step) ? null : step
  usePageCharge(chargeShown(guide, question, pickedNow), context)
  const next = useFocusOnNext(question?.name ?? (last.isBegun && last.sending === null ? 'became' : 'reply'))
  const parts = last.reply?.parts ?? step.parts
  const mayAct = may(context.role, 'act')
  return (
    <>
      <div ref={next} className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {stepping.error && <ProblemNotice {...describeProblem(stepping.error)} className="mb-3" />}
        {!guide.mine && <OthersTicket guide={guide} stepping={mayAct ? stepping : null} />}
        <Steps
          guide={guide}
          course={course}
          last={last}
          context={context}
          text={text.whole(parts)}
          stepping={guide.mine && mayAct ? stepping : null}
          picked={pickedNow}
          onPick={(answer) => setPicked({ at: guide.version, answer })}
        />
      </div>
      <GuideCompose
        text={text}
        parts={parts}
        toCome={last.reply ? null : sentencesToCome(course)}
        isAhead={!last.isBegun && last.todo.length > 0}
      />
    </>
  )
}

/** What the likely answers and acts still bring, from one to three. */
function sentencesToCome({ step, outlook }: Course): number {
  const likely = outlook === null ? 0 : outlook.parts.length + outlook.acts.length
  return Math.min(3, Math.max(1, likely - step.parts.length))
}

type StepsProps = {
  guide: Guide
  course: Course
  last: LastStep
  context: GuideContext
  text: string | null
  stepping: GuideStepping | null
  picked: string | null
  onPick: (answer: string) => void
}

function Steps({ guide, course: { stages, step, outlook }, last, context, text, stepping, picked, onPick }: StepsProps) {
  const question = isReply(step) ? null : step
  const canGoBack = stages.some(({ state }) => state === 'done')
  const doesSomething = outlook !== null && outlook.acts.length > 0
  const end: Stage = {
    name: 'reply',
    title: doesSomething ? 'Do it all and copy the reply' : 'Copy the reply',
    state: question ? 'todo' : 'now',
    says: null,
  }
  return (
    <ol aria-label="Steps" className="grid">
      {stages.map((stage, place) => (
        <StageItem key={stage.name} number={place + 1} stage={stage}>
          {question && stage.state === 'now' && (
            <GuideQuestion
              key={guide.version}
              question={question}
              picked={picked}
              onPick={onPick}
              stepping={stepping}
              canGoBack={canGoBack}
              onOpen={(action, words) => {
                stepping?.mutate({ kind: 'acted', question: question.name, words })
                context.open(action)
              }}
            />
          )}
        </StageItem>
      ))}
      <StageItem number={stages.length + 1} stage={end}>
        {!question && <GuideLastStep last={last} context={context} text={text} stepping={stepping} canGoBack={canGoBack} />}
      </StageItem>
    </ol>
  )
}

/** Lights up the charge on the page for as long as the steps are open. */
function usePageCharge(charge: ReturnType<typeof chargeShown>, { showCharge }: GuideContext): void {
  const { orderId = null, chargeId = null, says = null } = charge ?? {}
  useEffect(() => {
    showCharge(orderId === null || chargeId === null || says === null ? null : { orderId, chargeId, says })
  }, [showCharge, orderId, chargeId, says])
  useEffect(() => () => showCharge(null), [showCharge])
}

/** Reading goes on at what is next, each time that it is another. */
function useFocusOnNext(at: string) {
  const next = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the step is another
  useEffect(() => {
    const heading = next.current?.querySelector<HTMLElement>('[data-next]')
    heading?.focus({ preventScroll: true })
    if (heading && next.current) toTop(heading, next.current)
  }, [at])
  return next
}

/** Brings a heading to the top of the rail where that scrolls, otherwise into sight. */
function toTop(heading: HTMLElement, rail: HTMLElement): void {
  const gap = 12
  rail.scrollTop += heading.getBoundingClientRect().top - rail.getBoundingClientRect().top - gap
  heading.scrollIntoView({ block: 'nearest' })
}

const OthersTicket = ({ guide, stepping }: { guide: Guide; stepping: GuideStepping | null }) => (
  <Notice
    kind="neutral"
    className="mb-3"
    actions={
      stepping && (
        <Button size="small" onClick={() => stepping.mutate({ kind: 'taken-over' })}>
          Take over
        </Button>
      )
    }
  >
    {guide.person} is working on this ticket.
  </Notice>
)

/** A finished ticket: who finished it, and the reply. */
function GuideEnded({ guide: { steps }, onOther }: Pick<Props, 'guide' | 'onOther'>) {
  const end = steps.findLast(({ kind }) => kind === 'ended')
  const next = useFocusOnNext('ended')
  if (!end) return null
  return (
    <div ref={next} className="min-h-0 overflow-y-auto p-4">
      <div data-next tabIndex={-1} className="grid gap-3 focus:outline-none">
        <OutcomeNotice kind="settled" title={end.words === null ? 'Guided steps stopped' : 'Guided steps finished'}>
          <p>
            {end.words === null ? 'Stopped' : 'Finished'} by {end.person}. Every step is recorded under the ticket.
          </p>
        </OutcomeNotice>
        {end.words !== null && <p className="whitespace-pre-line text-ink-2 text-table wrap-anywhere">{end.words}</p>}
        <div className="flex flex-wrap gap-2">
          {end.words !== null && <CopyButton text={end.words} label="Copy reply" variant="primary" size="small" />}
          <Button size="small" onClick={onOther}>
            All guided steps
          </Button>
        </div>
      </div>
    </div>
  )
}
