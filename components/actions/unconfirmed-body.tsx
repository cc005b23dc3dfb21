'use client'

import { CircleCheck, CircleX, type IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { useClock } from '@/components/ui/use-clock'
import type { Action } from '@/lib/commands/action'
import type { Result } from '@/lib/commands/client/use-result'
import { inZone } from '@/lib/core/dates'
import { CheckAnswer } from './check-answer'
import { focusOnMount } from './focus-on-mount'
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
          Sent at {inZone(Date.parse(action.at), zone).time}, but no readable answer came. It stays in{' '}
          {action.mine ? 'your' : `${action.person}’s`} unconfirmed list until somebody settles it.
        </p>
        {action.answer?.detail && <p>{action.answer.detail}</p>}
      </OutcomeNotice>
      <section aria-labelledby="what-is-safe">
        <h3 id="what-is-safe" className="mb-1.5 font-medium text-table">
          What you can do now
        </h3>
        <ul className="divide-y rounded-control border text-table">
          <Safe is="safe" words={`Check: ${describeRead(action)}`} note="Only looks. Nothing changes.">
            <Button ref={focusOnMount} size="small" onClick={() => check.mutate()}>
              {check.isPending ? 'Checking…' : 'Check'}
            </Button>
          </Safe>
          {(check.data || check.error) && <CheckAnswer check={check} settle={settle} refusal={steps.refusal} />}
          {sendAgain.possible ? (
            <Safe is="safe" words="Send it again" note={sendAgain.warning ?? 'Sets the same value. Never sent automatically'}>
              <Button size="small" onClick={() => steps.go('send-again')}>
                Send again…
              </Button>
            </Safe>
          ) : (
            <Safe is="unsafe" words="Don’t send it again" note={sendAgain.why} />
          )}
          {opposite && <Safe is="unsafe" words={opposite} note="Settle this first" />}
        </ul>
      </section>
    </>
  )
}

const glyphs: Record<'safe' | 'unsafe', { icon: IconNode; colour: string }> = {
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

/** What a check reads. */
function describeRead({ target }: Pick<Action, 'target'>): string {
  if (target.startsWith('subscription:')) return 'reload the subscription'
  if (target.startsWith('token:')) return 'reload the token'
  return 'look up the e-mail address'
}
