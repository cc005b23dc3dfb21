import { type Problem, problem, ServiceProblem } from '@/lib/core/problem'
import { type Cell, type Planned, planRequests } from '../plan'
import { type PriceBody, priceBody } from '../price-body'
import type { PricedBundle } from '../receipt'
import type { Workbench } from '../workbench'
import type { PriceAnswer } from './ask-prices'

/** How a cell came out: the bundle within the answer it came in, or why not. */
export type CellOutcome = { bundle: PricedBundle; answer: PriceAnswer } | { problem: Problem }

type RunPlanInput = {
  cells: readonly Cell[]
  setting: Pick<Workbench, 'locale' | 'isMobile'>
  fetchPrices: (body: PriceBody) => Promise<PriceAnswer>
  onCell: (cell: Cell, outcome: CellOutcome) => void
  signal: AbortSignal
}

const maxConcurrent = 4

/**
 * Asks for all cells in the fewest requests, at most four at once, and tells each as it comes. Where the service refuses options
 * together, each is asked alone, so that one wrong product costs only its own cell. Never rejects.
 */
export function runPlan({ cells, setting, fetchPrices, onCell, signal }: RunPlanInput): Promise<void> {
  const queue = planRequests(cells, setting)
  let running = 0
  return new Promise((done) => {
    function next(): void {
      if (signal.aborted || (queue.length === 0 && running === 0)) done()
      if (signal.aborted) return
      while (running < maxConcurrent) {
        const planned = queue.shift()
        if (!planned) return
        running += 1
        void askOne(planned).finally(() => {
          running -= 1
          next()
        })
      }
    }

    async function askOne(planned: Planned): Promise<void> {
      const { currency, options } = planned
      try {
        const answer = await fetchPrices(priceBody(options, currency, setting))
        if (signal.aborted) return
        for (const option of options) {
          const bundle = answer.bundles.find(({ bundleHashKey }) => bundleHashKey === option.key)
          onCell({ option, currency }, bundle ? { bundle, answer } : { problem: leftOut })
        }
      } catch (cause) {
        if (signal.aborted) return
        const problem = problemIn(cause)
        if (options.length > 1 && concernsOne.has(problem.kind))
          queue.unshift(...options.map((option) => ({ currency, options: [option] })))
        else for (const option of options) onCell({ option, currency }, { problem })
      }
    }
    next()
  })
}

/** Refusals that one option may have brought upon the others. */
const concernsOne = new Set<Problem['kind']>(['invalid', 'notFound', 'conflict'])

const leftOut = problem('unavailable', 'The service returned no price for this bundle.').problem

function problemIn(cause: unknown): Problem {
  if (cause instanceof ServiceProblem) return cause.problem
  return problem('unavailable', cause instanceof Error ? cause.message : 'We couldn’t reach the dashboard. Try again.').problem
}
