'use client'

import { useRef, useState } from 'react'
import { askPrices } from '@/lib/client/prices/ask-prices'
import { type CellOutcome, runPlan } from '@/lib/client/prices/run-plan'
import type { Cell } from '@/lib/prices/plan'
import { planRequests } from '@/lib/prices/plan'
import { askedOf } from '@/lib/prices/price-body'
import type { Workbench } from '@/lib/prices/workbench'

export type KnownCell = {
  /** The last outcome; undefined before the first. */
  outcome: CellOutcome | undefined
  /** What that outcome was asked with, to compare with what is on screen now. */
  asked: string
  isAsking: boolean
}

export type CellView = {
  outcome: CellOutcome | undefined
  isAsking: boolean /** The form has moved on since. */
  isOutdated: boolean
}

export const cellKey = (option: string, currency: string) => `${option} ${currency}`

type Given = { merchant: string; buyerId: string | null; buyerAddress: string; workbench: Workbench }

/** What is known of each cell, and the asking for them. Old numbers stay in sight until newer ones come. */
export function useCells({ merchant, buyerId, buyerAddress, workbench }: Given) {
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
      ask: (body) => {
        requests += 1
        return askPrices({ merchant, buyerId, body, buyerAddress, signal: own.signal })
      },
      tell(cell, outcome) {
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
    ...{ all, failed, viewOf, progress, lastRun },
    isAnyOutdated: all.some((cell) => viewOf(cell).isOutdated),
    /** How many requests all cells take. */
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

/** What an earlier run has left unanswered waits for nothing any more. */
const settled = (before: Record<string, KnownCell>) =>
  Object.fromEntries(Object.entries(before).flatMap(([key, cell]) => (cell.outcome ? [[key, { ...cell, isAsking: false }]] : [])))
