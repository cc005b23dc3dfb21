import { useState } from 'react'
import type { ActionStep } from '@/lib/commands/action'
import type { Result } from '@/lib/commands/client/use-result'

export type Step = Exclude<ActionStep, 'check'>
export type Settling = { as: 'happened' | 'did-not-happen' | null; reason: string }

const nothingSaid: Settling = { as: null, reason: '' }

type ResultStepsInput = {
  first?: { of: string; step: Step }
  /** Why the person may look only, or undefined. */
  refusal?: string | undefined
}

/** Which step of a result is open. An action that takes the place of another is first looked at. */
export function useResultSteps({ actionId }: Pick<Result, 'actionId'>, { first, refusal }: ResultStepsInput = {}) {
  const [went, setWent] = useState<{ of: string | null; step: Step } | null>(first ?? null)
  const [isWarned, setIsWarned] = useState(false)
  const [settling, setSettling] = useState(nothingSaid)
  return {
    step: went !== null && went.of === actionId ? went.step : 'look',
    go: (next: Step) => setWent({ of: actionId, step: next }),
    refusal,
    settling,
    setSettling,
    /** Whether the person has said that they know what sending again may do. */
    isWarned,
    setIsWarned,
  }
}

export type ResultSteps = ReturnType<typeof useResultSteps>
