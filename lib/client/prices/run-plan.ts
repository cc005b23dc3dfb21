import { type Cell, type Planned, planRequests } from '@/lib/prices/plan'
import { type PriceBody, priceBody } from '@/lib/prices/price-body'
import type { PricedBundle } from '@/lib/prices/receipt'
import type { Workbench } from '@/lib/prices/workbench'
import { type Problem, problem, ServiceProblem } from '@/lib/problem'
import type { PriceAnswer } from './ask-prices'

/** How a cell came out: the bundle within the answer it came in, or why not. */
export type CellOutcome = { bundle: PricedBundle; answer: PriceAnswer } | { problem: Problem }

type Given = {
  cells: readonly Cell[]
  setting: Pick<Workbench, 'locale' | 'isMobile'>
  ask: (body: PriceBody) => Promise<PriceAnswer>
  tell: (cell: Cell, outcome: CellOutcome) => void
  signal: AbortSignal
}

const mostAtOnce = 4

/**
 * Asks for all cells in the fewest requests, at most four at once, and tells each as it comes. Where the service refuses options
 * together, each is asked alone, so that one wrong product costs only its own cell. Never rejects.
 */
export function runPlan({ cells, setting, ask, tell, signal }: Given): Promise<void> {
  const queue = planRequests(cells, setting)
  let running = 0
  return new Promise((done) => {
    function next(): void {
      if (signal.aborted || (queue.length === 0 && running === 0)) done()
      if (signal.aborted) return
      while (running < mostAtOnce) {
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
        const answer = await ask(priceBody(options, currency, setting))
        if (signal.aborted) return
        for (const option of options) {
          const bundle = answer.bundles.find(({ bundleHashKey }) => bundleHashKey === option.key)
          tell({ option, currency }, bundle ? { bundle, answer } : { problem: leftOut })
        }
      } catch (cause) {
        if (signal.aborted) return
        const told = problemIn(cause)
        if (options.length > 1 && concernsOne.has(told.kind))
          queue.unshift(...options.map((option) => ({ currency, options: [option] })))
        else for (const option of options) tell({ option, currency }, { problem: told })
      }
    }
    next()
  })
}

/** Refusals that one option may have brought upon the others. */
const concernsOne = new Set<Problem['kind']>(['invalid', 'notFound', 'conflict'])

const leftOut = problem('unavailable', 'The service’s answer leaves this bundle out.').problem

function problemIn(cause: unknown): Problem {
  if (cause instanceof ServiceProblem) return cause.problem
  return problem('unavailable', cause instanceof Error ? cause.message : 'The dashboard could not be reached.').problem
}
