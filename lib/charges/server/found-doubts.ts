import 'server-only'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { cardsIn, othersWithCard, recordCards } from '@/lib/knowledge/server/cards'
import { whoAre } from '@/lib/knowledge/server/who-are'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { log } from '@/lib/platform/log'
import type { DoubtFound } from '../charge-answers'
import { type Doubt, type DoubtKind, doubtKinds } from '../doubts'

const maxExamples = 3

export type FoundDoubt = Doubt & { buyers?: string[]; isKnown?: boolean }

/** One kind of doubt with the ids of the buyers it is about. */
export type DoubtCounted = Omit<DoubtFound, 'examples'> & {
  examples: { orderId: string; evidence: string; buyers: string[] }[]
}

/** The doubts with the other buyers as people know them: by their masked e-mail or name. */
export async function withNames(merchant: string, doubts: readonly DoubtCounted[]): Promise<DoubtFound[]> {
  const ids = doubts.flatMap(({ examples }) => examples.flatMap(({ buyers }) => buyers))
  const who = ids.length === 0 ? null : await whoAre(await database(), merchant, ids).catch(notNamed)
  const named = (id: string) => ({ id, title: who?.(id).title ?? null })
  return doubts.map((found) => ({
    ...found,
    examples: found.examples.map((example) => ({ ...example, buyers: example.buyers.map(named) })),
  }))
}

function notNamed(cause: unknown): null {
  log.error({ err: cause }, 'buyers_not_named')
  return null
}

/** The doubts of a history, counted, with a few of each in full. */
export class FoundDoubts {
  private readonly byKind = new Map<DoubtKind, DoubtCounted>()

  /** `isKnown` where another order gave rise to this very doubt before. */
  add({ kind, evidence, buyers = [], isKnown = false }: FoundDoubt, orderId: string): void {
    const found: DoubtCounted = this.byKind.get(kind) ?? { kind, count: 0, orders: 0, examples: [] }
    this.byKind.set(kind, found)
    found.orders += 1
    if (isKnown) return
    found.count += 1
    if (found.examples.length < maxExamples) found.examples.push({ orderId, evidence, buyers })
  }

  list(): DoubtCounted[] {
    return doubtKinds.flatMap((kind) => this.byKind.get(kind) ?? [])
  }
}

type CardsOf = { merchant: string; buyerId: string }

/** Whether orders of a buyer were paid with cards that others have used; each card is looked up once. */
export class SharedCards {
  private readonly known = new Map<string, string[]>()

  constructor(private readonly about: CardsOf) {}

  async doubtsOf(order: OrderOrUnreadable): Promise<FoundDoubt[]> {
    const others = new Set<string>()
    const cards = cardsIn([order])
    const isKnown = cards.every((card) => this.known.has(card))
    for (const card of cards) {
      const known = this.known.get(card) ?? (await lookedUp(this.about, card))
      this.known.set(card, known)
      for (const buyer of known) others.add(buyer)
    }
    if (others.size === 0) return []
    const evidence = `card also used by ${others.size === 1 ? 'another buyer' : `${others.size} other buyers`}`
    return [{ kind: 'shared-card', evidence, buyers: [...others], isKnown }]
  }
}

/** A database that fails costs the doubt and not the history. */
async function lookedUp(about: CardsOf, card: string): Promise<string[]> {
  try {
    await beside('cards_not_noted', () => recordCards(about, [card]))
    return await othersWithCard(about, card)
  } catch (cause) {
    log.error({ err: cause }, 'cards_not_compared')
    return []
  }
}
