'use client'

import { useEffect, useRef, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import type { ActionStep } from '@/lib/commands/action'
import { describeTarget } from '@/lib/commands/change-words'
import { type ActionDetails, type Result, useResult } from '@/lib/commands/client/use-result'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { ResultBody } from './result-body'
import { ResultFoot } from './result-foot'
import { useResultSteps } from './use-result-steps'
import { type Who, WhoLine } from './who-line'

type Props = {
  actionId: string
  words: string
  first: ActionStep
  /** On whom; the zone is that of the service's day. */
  who: Who & { merchant: { name: string; timeZone: string } }
  role: Role
  onClose: () => void
}

/** An action that was sent before: to look at it, to settle it, to send it again, or to take it back. */
export function JournalActionDialog({ actionId, words, first, who, role, onClose }: Props) {
  const [looked, setLooked] = useState<ActionDetails>({ actionId, answered: null })
  const result = useResult(looked, (answered) => setLooked({ actionId: answered.actionId, answered }))
  const steps = useResultSteps(result, {
    first: { of: actionId, step: first === 'check' ? 'look' : first },
    refusal: may(role, 'act') ? undefined : needsRole('act'),
  })
  useCheckAtOnce(result, first === 'check')
  return (
    <Dialog
      open
      busy={result.sendingSince !== null}
      onOpenChange={(open) => !open && onClose()}
      title={first === 'undo' ? `Undo: ${words}` : words}
      subtitle={result.action && describeTarget(result.action)}
      footer={<ResultFoot result={result} steps={steps} onClose={onClose} />}
    >
      <WhoLine {...who} />
      <ResultBody result={result} steps={steps} zone={who.merchant.timeZone} />
    </Dialog>
  )
}

/** For who came to check: the button they pressed was on the page. */
function useCheckAtOnce({ action, check }: Pick<Result, 'action' | 'check'>, wanted: boolean): void {
  const isAsked = useRef(false)
  const isLoaded = action !== undefined
  const { mutate } = check
  useEffect(() => {
    if (!wanted || !isLoaded || isAsked.current) return
    isAsked.current = true
    mutate()
  }, [wanted, isLoaded, mutate])
}
