import { useRef } from 'react'
import { ServiceProblem } from '@/lib/core/problem'
import { newId } from './new-id'

type Intent = { id: string; since: number }

/**
 * Ids for what is to happen once. An intent keeps its id until it is answered, so that pressing again after a broken connection repeats it,
 * and the dashboard answers what it answered first. `of` tells apart what is asked for side by side. Once the dashboard says that the id
 * was another request's, which it is when what is typed has changed since, the next press is an intent of its own.
 */
export function useActionIds() {
  const open = useRef<Record<string, Intent>>({})
  return async function once<Answer>(ask: (actionId: string, since: number) => Promise<Answer>, of = ''): Promise<Answer> {
    open.current[of] ??= { id: newId(), since: Date.now() }
    const { id, since } = open.current[of]
    try {
      const answer = await ask(id, since)
      delete open.current[of]
      return answer
    } catch (cause) {
      if (cause instanceof ServiceProblem && cause.problem.code === 'action_id_used') delete open.current[of]
      throw cause
    }
  }
}
