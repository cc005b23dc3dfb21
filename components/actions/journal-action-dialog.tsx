'use client'

import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { type Looked, useResult } from '@/lib/client/commands/use-result'
import { useActions } from './actions-provider'
import type { Opening } from './opening'
import { ResultBody } from './result-body'
import { ResultFoot } from './result-foot'
import { useCheckAtOnce } from './unconfirmed-body'
import { useResultSteps } from './use-result-steps'
import { WhoLine } from './who-line'

type Props = { opening: Extract<Opening, { kind: 'action' }>; onClose: () => void }

/** An action that was sent before: to settle it, or to take it back. */
export function JournalActionDialog({ opening: { actionId, words, first }, onClose }: Props) {
  const { desk } = useActions()
  const [looked, setLooked] = useState<Looked>({ actionId, answered: null })
  const result = useResult(looked, (answered) => setLooked({ actionId: answered.actionId, answered }))
  const steps = useResultSteps(result, { of: actionId, step: first === 'undo' ? 'undo' : 'look' })
  useCheckAtOnce(result, first === 'check')
  return (
    <Dialog
      open
      busy={result.sendingSince !== null}
      onOpenChange={(open) => !open && onClose()}
      title={first === 'undo' ? `Undo: ${words}` : words}
      footer={<ResultFoot result={result} steps={steps} onClose={onClose} />}
    >
      <WhoLine buyer={desk.buyer} merchant={desk.merchant} />
      <ResultBody result={result} steps={steps} zone={desk.merchant.timeZone} />
    </Dialog>
  )
}
