'use client'

import { useRef, useState } from 'react'
import { askPrices } from '@/lib/prices/client/ask-prices'
import { type CellOutcome, runPlan } from '@/lib/prices/client/run-plan'
import { type Cell, planRequests } from '@/lib/prices/plan'
import { askedOf } from '@/lib/prices/price-body'
import { refusalOnLines } from '@/lib/prices/refusal-on-lines'
import type { Option, Workbench } from '@/lib/prices/workbench'

export type KnownCell = {
  /** The last outcome; undefined before the first. */
  outcome: CellOutcome | undefined
  /** The inputs of that outcome, to compare with the inputs on screen. */
  asked: string
  isAsking: boolean
}

export type CellView = {
  outcome: CellOutcome | undefined
  isAsking: boolean
  /** The inputs have changed since. */
  isOutdated: boolean
}

export const cellKey = (option: string, currency: string) => `${option} ${currency}`

type CellsInput = { merchant: string; buyerId: string | null; buyerAddress: string; workbench: Workbench }

/** The outcome of each cell, and functions that ask for prices. Old numbers stay until newer ones arrive. */
export function useCells({ merchant, buyerId, buyerAddress, workbench }: CellsInput) {
  const [known, setKnown] = useState<Record<string, KnownCell>>({})
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [lastRun, setLastRun] = useState<{ at: number; requests: number } | null>(null)
  const running = useRef<AbortController | null>(null)
  const askedNow = ({ option, currency }: Cell) => askedOf(option, currency, workbench, buyerId ?? '', buyerAddress)

  const all: Cell[] = workbench.options.flatMap((option) => workbench.currencies.map((currency) => ({ option, currency })))
  const viewOf = (cell: Cell): CellView => {
    const found = known[cellKey(cell.option.key, cell.currency)]
    if (!found) return { outcome: undefined, isAsking: false, isOutdated: false }
    return { outcome: found.outcome, isAsking: found.isAsking, isOutdated: found.asked !== askedNow(cell) }
  }

  async function run(cells: readonly Cell[]): Promise<void> {
    if (buyerId === null || cells.length === 0) return
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    let requests = 0
    let done = 0
    setProgress({ done, of: cells.length })
    setKnown((before) => ({
      ...settled(before),
      ...Object.fromEntries(cells.map((cell) => [keyOf(cell), asking(before[keyOf(cell)])])),
    }))
    await runPlan({
      cells,
      setting: workbench,
      signal: own.signal,
      fetchPrices: (body) => {
        requests += 1
        return askPrices({ merchant, buyerId, body, buyerAddress, signal: own.signal })
      },
      onCell(cell, outcome) {
        done += 1
        setProgress({ done, of: cells.length })
        setKnown((before) => ({ ...before, [keyOf(cell)]: { outcome, asked: askedNow(cell), isAsking: false } }))
      },
    })
    if (own.signal.aborted) return
    setProgress(null)
    setLastRun({ at: Date.now(), requests })
  }

  const failed = all.filter((cell) => {
    const { outcome } = viewOf(cell)
    return outcome !== undefined && 'problem' in outcome
  })
  return {
    all,
    failed,
    viewOf,
    progress,
    lastRun,
    isAnyOutdated: all.some((cell) => viewOf(cell).isOutdated),
    /** How many requests are needed for all cells. */
    plannedRequests: planRequests(all, workbench).length,
    runAll: () => run(all),
    runFailed: () => run(failed),
  }
}

export type Cells = ReturnType<typeof useCells>

const keyOf = ({ option, currency }: Cell) => cellKey(option.key, currency)

const asking = (before: KnownCell | undefined): KnownCell => ({
  outcome: before?.outcome,
  asked: before?.asked ?? '',
  isAsking: true,
})

/** Drops the pending cells of an earlier run, which nobody will answer. */
const settled = (before: Record<string, KnownCell>) =>
  Object.fromEntries(Object.entries(before).flatMap(([key, cell]) => (cell.outcome ? [[key, { ...cell, isAsking: false }]] : [])))

/** The service's refusals for an option, by line, as long as its inputs are unchanged. */
export function refusedLines(workbench: Workbench, cells: Cells, option: Option | undefined) {
  if (!option) return {}
  const known = new Set(
    cells.all.flatMap((cell) => {
      const { outcome } = cells.viewOf(cell)
      return outcome && 'bundle' in outcome ? outcome.bundle.products.flatMap(({ code }) => code ?? []) : []
    }),
  )
  return Object.assign(
    {},
    ...workbench.currencies.map((currency) => {
      const { outcome, isOutdated } = cells.viewOf({ option, currency })
      return outcome && 'problem' in outcome && !isOutdated ? refusalOnLines(outcome.problem, option, known) : {}
    }),
  ) as ReturnType<typeof refusalOnLines>
}

/** The service's refusal for a field outside the lines, such as the buyer's address. */
export function refusedField({ failed, viewOf }: Cells, name: string): string | undefined {
  for (const cell of failed) {
    const { outcome, isOutdated } = viewOf(cell)
    const field =
      outcome && 'problem' in outcome && !isOutdated ? outcome.problem.fields.find((each) => each.field === name) : undefined
    if (field) return field.title
  }
  return undefined
}
