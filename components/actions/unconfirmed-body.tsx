'use client'

import { CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { useClock } from '@/components/ui/use-clock'
import type { Action } from '@/lib/action'
import type { Result } from '@/lib/client/commands/use-result'
import { inZone } from '@/lib/dates'
import { CheckAnswer } from './check-answer'
import { focusOnMount } from './focus-on-mount'
import { readWords } from './read-words'
import type { ResultSteps } from './use-result-steps'

type Props = { action: Action; result: Result; steps: ResultSteps }

/** Neither done nor failed: what may be done about it without making it worse. */
export function UnconfirmedBody({ action, result: { check, settle }, steps }: Props) {
  const { zone } = useClock(Date.now())
  const { sendAgain, effect } = action
  const opposite = effect?.undo.possible ? effect.undo.verb : null
  return (
    <>
      <OutcomeNotice kind="unconfirmed" title="We do not know whether this was applied">
        <p>
          Sent {inZone(Date.parse(action.at), zone).time}, and no readable answer came. It stays on{' '}
          {action.mine ? 'your' : `${action.person}’s`} desk until somebody settles it.
        </p>
        {action.answer?.detail && <p>{action.answer.detail}</p>}
      </OutcomeNotice>
      <section aria-labelledby="what-is-safe">
        <h3 id="what-is-safe" className="mb-1.5 font-medium text-table">
          What is safe now
        </h3>
        <ul className="divide-y rounded-control border text-table">
          <Safe is="safe" words={`Check: ${readWords(action)}`} note="Changes nothing">
            <Button ref={focusOnMount} size="small" onClick={() => check.mutate()}>
              {check.isPending ? 'Checking…' : 'Check now'}
            </Button>
          </Safe>
          {(check.data || check.error) && <CheckAnswer {...{ action, check, settle }} refusal={steps.refusal} />}
          {sendAgain.possible ? (
            <Safe is="safe" words="Send it again" note={sendAgain.warning ?? 'Same value, harmless. Only a person may'}>
              <Button size="small" onClick={() => steps.go('send-again')}>
                Send again…
              </Button>
            </Safe>
          ) : (
            <Safe is="unsafe" words="Do not send it again" note={sendAgain.why} />
          )}
          {opposite && <Safe is="unsafe" words={opposite} note="Not before this is settled" />}
        </ul>
      </section>
    </>
  )
}

const glyphs: Record<'safe' | 'unsafe', { icon: LucideIcon; colour: string }> = {
  safe: { icon: CircleCheck, colour: 'text-settled' },
  unsafe: { icon: CircleX, colour: 'text-declined' },
}

function Safe({ is, words, note, children }: { is: keyof typeof glyphs; words: string; note: string; children?: ReactNode }) {
  const { icon, colour } = glyphs[is]
  return (
    <li className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-2.5 py-2 pr-2 pl-3">
      <Icon of={icon} className={colour} />
      <span>
        {words}
        <span className="block text-meta text-muted">{note}</span>
      </span>
      {children}
    </li>
  )
}
