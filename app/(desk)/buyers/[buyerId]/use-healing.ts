import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { probe } from '@/lib/client/operation-query'
import { mayHeal, type Outage, outageOf } from '@/lib/client/outage'
import { type Retries, useRetries } from '@/lib/client/use-retries'
import type { ServiceProblem } from '@/lib/core/problem'

/** What a page reads of the service, and how that failed last. `isKnown`: there is something to find, so that "not found" may pass. */
export type ServiceRead = { queryKey: QueryKey; error: ServiceProblem | null; isKnown?: boolean }

/** Whether it is worth while to ask again without anybody's doing. */
const isWorthATry = ({ error, isKnown }: Pick<ServiceRead, 'error' | 'isKnown'>): boolean =>
  (isKnown === true && error?.problem.kind === 'notFound') || mayHeal(error)

export type Healing = Retries & {
  /** Set while none of the reads is answered. */
  outage: Outage | null
  /** What was told of the failure; empty without one. */
  detail: string
}

/** Reads again what failed, as soon as the service answers. One read stands for all that fail, so that a service in trouble is asked little. */
export function useHealing(reads: readonly ServiceRead[]): Healing {
  const queryClient = useQueryClient()
  const router = useRouter()
  const failing = reads.flatMap((read) => (read.error && isWorthATry(read) ? [{ ...read, problem: read.error.problem }] : []))
  const [first] = failing
  const retries = useRetries(first !== undefined, async () => {
    if (!first) return
    await probe(queryClient, first.queryKey).catch((cause: ServiceProblem) => {
      // Any other refusal is the service's own, so it answers again.
      if (isWorthATry({ error: cause, isKnown: first.isKnown === true })) throw cause
    })
    await Promise.all(failing.map(({ queryKey }) => queryClient.refetchQueries({ queryKey, exact: true })))
    if (first.problem.kind === 'refused') router.refresh() // what the server drew says so on every page
  })
  const isDown = first !== undefined && reads.every(({ error }) => mayHeal(error))
  const outage = isDown ? outageOf(first.problem) : null
  return { ...retries, outage, detail: first?.problem.detail ?? '' }
}
