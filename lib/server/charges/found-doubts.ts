import 'server-only'
import type { DoubtFound } from '@/lib/charges/charge-answers'
import { type Doubt, type DoubtKind, doubtKinds } from '@/lib/charges/doubts'

const mostExamples = 3

export type FoundDoubt = Doubt & { buyers?: string[]; isKnown?: boolean }

/** The doubts of a history, counted, with a few of each in full. */
export class FoundDoubts {
  private readonly byKind = new Map<DoubtKind, DoubtFound>()

  /** `isKnown` where another order gave rise to this very doubt before. */
  add({ kind, evidence, buyers = [], isKnown = false }: FoundDoubt, orderId: string): void {
    const found = this.byKind.get(kind) ?? { kind, count: 0, orders: 0, examples: [] }
    this.byKind.set(kind, found)
    found.orders += 1
    if (isKnown) return
    found.count += 1
    if (found.examples.length < mostExamples) found.examples.push({ orderId, evidence, buyers })
  }

  list(): DoubtFound[] {
    return doubtKinds.flatMap((kind) => this.byKind.get(kind) ?? [])
  }
}
