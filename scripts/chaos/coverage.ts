import type { Evidence } from './evidence'
import { answering, commandNames, lingering, outcomeOf, troubles } from './faults'
import type { Plan } from './plan'
import type { Moment } from './witness'

/** What may come together: a command, what goes wrong with it, what happens to whoever waits for its answer, and how it ends. */
export type Cell = { operation: string; trouble: string; moment: 'none' | Moment; outcome: string }

const perOperation = (cell: (operation: string) => Omit<Cell, 'operation'>) =>
  commandNames.map((operation) => ({ operation, ...cell(operation) }))

/** With nobody killed: every trouble has the one outcome that is true of it, and an answer that is held may still come in time. */
export const quietCells: readonly Cell[] = [
  ...troubles.flatMap((trouble) =>
    perOperation((operation) => ({ trouble, moment: 'none', outcome: outcomeOf(trouble, operation) })),
  ),
  ...perOperation(() => ({ trouble: 'hold', moment: 'none', outcome: 'done' })),
]

/** With a copy killed or told to end: before the service has the command, while its answer takes its time, or just as it has come. */
export const cutCells: readonly Cell[] = [
  ...perOperation(() => ({ trouble: 'none', moment: 'swallowed', outcome: 'unconfirmed' })),
  ...lingering.flatMap((trouble) => perOperation(() => ({ trouble, moment: 'killed', outcome: 'unconfirmed' }))),
  ...answering.flatMap((trouble) => [
    ...perOperation((operation) => ({ trouble, moment: 'answered', outcome: outcomeOf(trouble, operation) })),
    ...perOperation(() => ({ trouble, moment: 'answered', outcome: 'unconfirmed' })),
  ]),
  ...perOperation(() => ({ trouble: 'hold', moment: 'ended', outcome: 'unconfirmed' })),
]

export const legalCells: readonly Cell[] = [...quietCells, ...cutCells]

/** Of each cell, in a thousand seeds or more. */
const atLeast = 20

const keyOf = ({ operation, trouble, moment, outcome }: Cell) => [operation, trouble, moment, outcome].join(' | ')

/** How often each cell has come about. */
export class Coverage {
  private readonly counts = new Map<string, number>()

  note({ deliveries, received, actions }: Pick<Evidence, 'deliveries' | 'received' | 'actions'>): void {
    const faults = new Map(received.map(({ delivery, fault }) => [delivery, fault]))
    const states = new Map(actions.map(({ actionId, state }) => [actionId, state]))
    for (const { number, operation, actionId, trouble, moment } of deliveries) {
      const outcome = states.get(actionId ?? '') ?? 'unknown'
      const key = keyOf({ operation, trouble: trouble ?? faults.get(number) ?? 'none', moment: moment ?? 'none', outcome })
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    }
  }

  /** Names the legal cells that came up too seldom; says nothing of fewer than a thousand seeds, which chance decides. */
  gaps(seeds: number): string[] {
    const short = seeds < 1_000 ? [] : legalCells.filter((cell) => this.of(cell) < atLeast)
    return short.map(
      (cell) => `Each possible cell comes up at least ${atLeast} times: ${keyOf(cell)} came up ${this.of(cell)} times`,
    )
  }

  /** Lines for people: by trouble and moment the fewest and the most of any command, and each cell that was never reached. */
  lines(seeds: number): string[] {
    const wanted = Math.floor((atLeast * seeds) / 1_000)
    const rows = new Map<string, number[]>()
    for (const cell of legalCells) {
      const row = `${cell.trouble.replace(/^gateway .*/, 'gateway, 21 answers')} | ${cell.moment} | ${cell.outcome}`
      rows.set(row, [...(rows.get(row) ?? []), this.of(cell)])
    }
    const short = legalCells.filter((cell) => this.of(cell) < wanted)
    const never = short.filter((cell) => this.of(cell) === 0)
    return [
      `Coverage: ${legalCells.length} possible cells (command | trouble | moment of a kill | outcome), at least ${wanted} expected in each`,
      ...[...rows].map(([row, counts]) => `  ${row}: ${Math.min(...counts)} to ${Math.max(...counts)} by command`),
      `  ${short.length} came up less often than expected${
        short.length > never.length
          ? `: ${short
              .filter((cell) => this.of(cell) > 0)
              .map((cell) => `${keyOf(cell)} (${this.of(cell)})`)
              .join(', ')}`
          : ''
      }`,
      `  never: ${never.length === 0 ? 'none' : never.map(keyOf).join(', ')}`,
    ]
  }

  private of(cell: Cell): number {
    return this.counts.get(keyOf(cell)) ?? 0
  }
}

/** The cells that a seed goes for: the next ones in turn, so that each is gone for as often as any other. */
export function cellsOf(seed: number, count: number, from: readonly Cell[]): Cell[] {
  return Array.from({ length: count }, (_, index) => from[((seed * count + index) * stride) % from.length] as Cell)
}

/** What a burst of a plan goes for: two commands of each kind, or none where it has no burst. */
export function burstCells({ seed, burst }: Pick<Plan, 'seed' | 'burst'>, turn: number): Cell[] {
  const moments = { swallowed: 'swallowed', SIGKILL: 'killed', SIGTERM: 'ended', answered: 'answered' } as const
  if (burst === null) return []
  return cellsOf(
    seed + turn,
    16,
    cutCells.filter(({ moment }) => moment === moments[burst]),
  )
}

/** Neighbours of the list are much alike, so a few seeds go for cells that are far from each other. */
const stride = 97
