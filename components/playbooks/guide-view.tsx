'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { answersOf, type Colleague, type Guide } from '@/lib/playbooks/guide'
import { isReply } from '@/lib/playbooks/playbook'
import { playbooks } from '@/lib/playbooks/playbooks'
import { problemWords } from '@/lib/problem-words'
import { may } from '@/lib/roles'
import { GuideAnswers } from './guide-answers'
import type { GuideDesk } from './guide-desk'
import { GuideEnded } from './guide-ended'
import { GuideQuestion } from './guide-question'
import { GuideReply } from './guide-reply'
import { HandOver } from './hand-over'
import { useGuideStep } from './use-guide-step'

type Props = { guide: Guide; colleagues: readonly Colleague[]; desk: GuideDesk; onOther: () => void }

/** A ticket under way: what was answered, and the next question or the reply. */
export function GuideView({ guide, colleagues, desk, onOther }: Props) {
  const stepping = useGuideStep(guide, desk)
  const answers = answersOf(guide.steps)
  const step = playbooks[guide.playbook](desk.known, new Map(answers.map(({ question, answer }) => [question, answer])))
  const isOpen = guide.endedAt === null
  const next = useRef<HTMLDivElement>(null)
  const at = !isOpen ? 'ended' : isReply(step) ? 'reply' : step.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading goes on at what is next, each time that is another.
  useEffect(() => next.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true }), [at])
  const goesOn = isOpen && guide.mine && may(desk.role, 'act')
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
                may(desk.role, 'act') && (
                  <Button size="small" onClick={() => stepping.mutate({ kind: 'taken-over' })}>
                    Take it over
                  </Button>
                )
              }
            >
              {guide.person} has this ticket.
            </Notice>
          )}
          {!isOpen ? (
            <GuideEnded guide={guide} />
          ) : isReply(step) ? (
            <GuideReply
              key={guide.version}
              reply={step}
              country={desk.country}
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
                desk.open(action)
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
