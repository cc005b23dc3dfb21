import { Button } from '@/components/ui/button'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import type { Answers, Guide } from '@/lib/playbooks/guide'
import type { GuideStepping } from './use-guide-step'

type Props = { guide: Guide; answers: Answers; stepping: GuideStepping | null }

/** What was answered so far, whose ticket it is, and the way one question back. */
export function GuideAnswers({ guide, answers, stepping }: Props) {
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
          disabledBecause={stepping.isPending ? 'It is being recorded.' : undefined}
          onClick={() => stepping.mutate({ kind: 'back' })}
        >
          One question back
        </Button>
      )}
    </section>
  )
}
