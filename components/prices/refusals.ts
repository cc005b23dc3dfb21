import { refusalOnLines } from '@/lib/prices/refusal-on-lines'
import type { Option, Workbench } from '@/lib/prices/workbench'
import type { Cells } from './use-cells'

/** What the service refused of an option, on its lines: for as long as they are as they were asked. */
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

/** What was wrong with a field that is no line's, such as the buyer's address. */
export function refusedField({ failed, viewOf }: Cells, name: string): string | undefined {
  for (const cell of failed) {
    const { outcome, isOutdated } = viewOf(cell)
    const field =
      outcome && 'problem' in outcome && !isOutdated ? outcome.problem.fields.find((each) => each.field === name) : undefined
    if (field) return field.title
  }
  return undefined
}
