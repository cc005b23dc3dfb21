import { setImmediate } from 'node:timers/promises'
import { listSubscriptions } from '@/lib/operations/queries'
import { remember } from './remember'

// A dashboard that refreshes the same buyer for ever, with an end date that grows by a day each time, until somebody kills it.

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const about = { operation: listSubscriptions, merchant: 'northwind', person: 'Ada', params: { buyerId } }
const day = 86_400_000

process.on('disconnect', () => process.exit()) // its parent is gone
for (let turn = Number(process.env.FROM); ; turn += 1) {
  const endDate = new Date(turn * day).toISOString()
  const data = [1, 2, 3].map((number) => ({ id: `s-${number}`, status: 'active', endDate }))
  await remember(about, listSubscriptions.answer.parse({ data, meta: { total: 3 } }))
  process.send?.(turn)
  await setImmediate() // so that it hears of its parent's end even where nothing else is waited for
}
