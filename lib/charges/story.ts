import type { Order } from '../operations/schemas/charge-history'
import { factsOf } from './order-facts'
import { whatHappened } from './what-happened'
import { whatToTell } from './what-to-tell'

/** Both sides of an order in plain sentences. */
export type Story = { staffText: string; customerText: string }

export function storyOf(order: Order): Story {
  return { staffText: whatHappened(factsOf(order)), customerText: whatToTell(factsOf(order)) }
}
