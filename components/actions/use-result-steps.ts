import { useState } from 'react'
import type { Result } from '@/lib/client/commands/use-result'

export type Step = 'look' | 'settle' | 'send-again' | 'undo'
export type Settling = { as: 'happened' | 'did-not-happen' | null; reason: string }

const nothingSaid: Settling = { as: null, reason: '' }

/** Which step of a result is open. An action that takes the place of another is first looked at. */
export function useResultSteps({ action }: Pick<Result, 'action'>, first: { of: string; step: Step } | null = null) {
  const [went, setWent] = useState<{ of: string | null; step: Step } | null>(first)
  const [isWarned, setIsWarned] = useState(false)
  const [settling, setSettling] = useState(nothingSaid)
  const actionId = action?.actionId ?? null
  return {
    step: went !== null && went.of === actionId ? went.step : 'look',
    go: (next: Step) => setWent({ of: actionId, step: next }),
    settling,
    setSettling,
    /** Whether the person has said that they know what sending again may do. */
    isWarned,
    setIsWarned,
  }
}

export type ResultSteps = ReturnType<typeof useResultSteps>
