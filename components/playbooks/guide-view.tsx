'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import { problemWords } from '@/lib/core/problem-words'
import { may } from '@/lib/core/roles'
import { type Answers, answersOf, type Colleague, type Guide } from '@/lib/playbooks/guide'
import { isReply } from '@/lib/playbooks/playbook'
import { playbooks } from '@/lib/playbooks/playbooks'
import type { GuideContext } from './guide-context'
import { GuideQuestion } from './guide-question'
import { GuideReply } from './guide-reply'
import { type GuideStepping, useGuideStep } from './use-guide-step'

type Props = { guide: Guide; colleagues: readonly Colleague[]; context: GuideContext; onOther: () => void }

/** A ticket in progress: the answers so far, and the next question or the reply. */
export function GuideView({ guide, colleagues, context, onOther }: Props) {
  const stepping = useGuideStep(guide, context)
  const answers = answersOf(guide.steps)
  const step = playbooks[guide.playbook](context.known, new Map(answers.map(({ question, answer }) => [question, answer])))
  const isOpen = guide.endedAt === null
  const next = useRef<HTMLDivElement>(null)
  const at = !isOpen ? 'ended' : isReply(step) ? 'reply' : step.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading goes on at what is next, each time that is another.
  useEffect(() => next.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true }), [at])
  const goesOn = isOpen && guide.mine && may(context.role, 'act')
  return (
    <>
      <CardBody className="grid gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <GuideAnswers guide={guide} answers={answers} stepping={goesOn ? stepping : null} />
        <div ref={next} className="grid min-w-0 content-start gap-3">
          {stepping.error && <ProblemNotice {...problemWords(stepping.error)} />}
          {isOpen && !guide.mine && (
            <Notice
              kind="neutral"
              actions={
                may(context.role, 'act') && (
                  <Button size="small" onClick={() => stepping.mutate({ kind: 'taken-over' })}>
                    Take over
                  </Button>
                )
              }
            >
              {guide.person} is working on this ticket.
            </Notice>
          )}
          {!isOpen ? (
            <GuideEnded guide={guide} />
          ) : isReply(step) ? (
            <GuideReply
              key={guide.version}
              reply={step}
              sending={stepping.isPending}
              onEnd={goesOn ? (words) => stepping.mutate({ kind: 'ended', words }) : null}
            />
          ) : (
            <GuideQuestion
              key={step.name}
              question={step}
              stepping={goesOn ? stepping : null}
              onOpen={(action, words) => {
                stepping.mutate({ kind: 'acted', question: step.name, words })
                context.open(action)
              }}
            />
          )}
        </div>
      </CardBody>
      <CardFoot className="flex-wrap justify-between">
        <Button size="small" variant="quiet" onClick={onOther}>
          All guided steps
        </Button>
        {goesOn && <HandOver colleagues={colleagues} stepping={stepping} />}
      </CardFoot>
    </>
  )
}

/** A finished ticket: who finished it, and the reply. */
function GuideEnded({ guide: { steps } }: { guide: Guide }) {
  const end = steps.findLast(({ kind }) => kind === 'ended')
  if (!end) return null
  return (
    <div data-next tabIndex={-1} className="grid gap-3 focus:outline-none">
      <OutcomeNotice kind="settled" title="Guided steps finished">
        <p>Finished by {end.person}. Every step is recorded under the ticket.</p>
      </OutcomeNotice>
      {end.words !== null && (
        <div className="grid justify-items-start gap-2">
          <p className="whitespace-pre-line text-ink-2 text-table wrap-anywhere">{end.words}</p>
          <CopyButton text={end.words} label="Copy the reply" variant="default" size="small" />
        </div>
      )}
    </div>
  )
}

/** Hands the ticket to a colleague, who continues at the same step. */
function HandOver({ colleagues, stepping }: { colleagues: readonly Colleague[]; stepping: GuideStepping }) {
  const [to, setTo] = useState('')
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select size="small" aria-label="Colleague" value={to} onChange={(event) => setTo(event.target.value)}>
        <option value="">Choose a colleague</option>
        {colleagues.map(({ accountId, name }) => (
          <option key={accountId} value={accountId}>
            {name}
          </option>
        ))}
      </Select>
      <Button
        size="small"
        disabledBecause={to === '' ? 'Choose a colleague first.' : stepping.isPending ? 'Saving…' : undefined}
        tipPlace={{ align: 'end' }}
        onClick={() => stepping.mutate({ kind: 'handed-over', answer: to })}
      >
        Hand over
      </Button>
    </span>
  )
}

type GuideAnswersProps = { guide: Guide; answers: Answers; stepping: GuideStepping | null }

/** The answers so far, the ticket's owner, and the way back by one question. */
function GuideAnswers({ guide, answers, stepping }: GuideAnswersProps) {
  return (
    <section aria-label="So far" className="grid content-start gap-2 text-table">
      <p className="text-muted">
        {[guide.ticket ?? 'no ticket', guide.endedAt === null && `with ${guide.mine ? 'you' : guide.person}`]
          .filter(Boolean)
          .join(', ')}
        , begun <Time at={guide.startedAt} align="start" />
      </p>
      {answers.length > 0 && (
        <ol className="grid gap-1.5">
          {answers.map(({ question, words }) => (
            <li key={question} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-2.5">
              <StateNode kind="settled" />
              <span className="min-w-0 wrap-anywhere">{words}</span>
            </li>
          ))}
        </ol>
      )}
      {stepping && answers.length > 0 && (
        <Button
          size="small"
          variant="quiet"
          className="justify-self-start"
          disabledBecause={stepping.isPending ? 'Saving…' : undefined}
          onClick={() => stepping.mutate({ kind: 'back' })}
        >
          Back one question
        </Button>
      )}
    </section>
  )
}
