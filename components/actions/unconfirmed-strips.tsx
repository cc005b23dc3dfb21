'use client'

import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { useClock } from '@/components/ui/use-clock'
import type { Action } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'
import { describeTarget } from '@/lib/commands/change-words'
import { describeOwner } from '@/lib/commands/owner'
import { useActions } from './actions-provider'
import { useBuyerActions } from './use-buyer-actions'
import { useRoleRefusal, useVerbRefusal } from './use-verb-refusal'

/** What was sent to this buyer and not answered, or otherwise than it was settled, above everything else until somebody settles it. */
export function UnconfirmedStrips() {
  const { open } = useBuyerActions()
  if (open.length === 0) return null
  return (
    <section aria-label="Unconfirmed actions" className="grid grid-cols-[minmax(0,1fr)] gap-2 print:hidden">
      {open.map((action) => (
        <Strip key={action.actionId} action={action} />
      ))}
    </section>
  )
}

function Strip({ action }: { action: Action }) {
  const { actionId, words, at, person, mine, owner = null } = action
  const { open } = useActions()
  const refusal = useVerbRefusal()
  const settleRefusal = useRoleRefusal()
  const { zone } = useClock(Date.now())
  const contradiction = describeContradiction(action, zone)
  const look = (first: 'look' | 'check') => open({ kind: 'action', actionId, words, first })
  if (contradiction) {
    return (
      <Notice
        kind="danger"
        role="alert"
        actions={
          <Button size="small" onClick={() => look('look')}>
            Check and settle…
          </Button>
        }
      >
        <b className="font-semibold">{words}</b> <span className="text-ink-2">{describeTarget(action)}.</span>{' '}
        {contradiction.says} <span className="text-ink-2">{contradiction.advice}</span>
      </Notice>
    )
  }
  return (
    <Notice
      kind="unconfirmed"
      actions={
        <>
          <Button size="small" disabledBecause={refusal} onClick={() => look('check')}>
            Check now
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabledBecause={settleRefusal}
            tipPlace={{ align: 'end' }}
            onClick={() => look('look')}
          >
            Settle manually…
          </Button>
        </>
      }
    >
      <b className="font-semibold">{words}</b> <span className="text-ink-2">{describeTarget(action)}</span> is{' '}
      <b className="font-semibold">unconfirmed</b>.{' '}
      <span className="text-ink-2">
        Sent <Time at={at} /> by {mine ? 'you' : person}.{owner && ` ${describeOwner(owner)}.`}
      </span>
    </Notice>
  )
}
