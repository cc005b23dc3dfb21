import type { Order } from '../operations/schemas/charge-history'
import { factsOf } from './order-facts'
import { whatHappened } from './what-happened'
import { whatToTell } from './what-to-tell'

/** Both sides of an order in plain sentences. */
export type Story = { happened: string; tell: string }

export function storyOf(order: Order): Story {
  return { happened: whatHappened(factsOf(order)), tell: whatToTell(factsOf(order)) }
}
