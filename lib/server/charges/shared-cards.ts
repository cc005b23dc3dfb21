import 'server-only'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { cardsIn, noteCards, othersWithCard } from '../knowledge/cards'
import { log } from '../log'
import type { FoundDoubt } from './found-doubts'

type About = { merchant: string; buyerId: string }

/** Whether orders of a buyer were paid with cards that others have used; each card is looked up once. */
export class SharedCards {
  private readonly known = new Map<string, string[]>()

  constructor(private readonly about: About) {}

  async doubtsOf(order: OrderOrGap): Promise<FoundDoubt[]> {
    const others = new Set<string>()
    const cards = cardsIn([order])
    const isKnown = cards.every((card) => this.known.has(card))
    for (const card of cards) {
      const known = this.known.get(card) ?? (await lookedUp(this.about, card))
      this.known.set(card, known)
      for (const buyer of known) others.add(buyer)
    }
    if (others.size === 0) return []
    const evidence = `paid with a card that ${others.size === 1 ? 'another buyer' : `${others.size} other buyers`} also used`
    return [{ kind: 'shared-card', evidence, buyers: [...others], isKnown }]
  }
}

/** A database that fails costs the doubt and not the history. */
async function lookedUp(about: About, card: string): Promise<string[]> {
  try {
    await noteCards(about, [card])
    return await othersWithCard(about, card)
  } catch (cause) {
    log.error({ err: cause }, 'cards_not_compared')
    return []
  }
}
