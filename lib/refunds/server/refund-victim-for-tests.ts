import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ServiceProblem } from '@/lib/core/problem'
import { randomFrom } from '@/lib/platform/random-for-tests'
import type { RefundState } from '../refund'
import { askRefund } from './ask-refund'
import { makeBatch } from './batches'
import { refundsPiece } from './list-refunds'
import { moveRefund, type RefundMove } from './move-refund'
import { agent, asked, charge, finance, manager, noFilter } from './refunds-for-tests'

// A refund desk of finance or of a manager that asks, decides, takes decisions back, makes files and ends refunds, several at once, until somebody kills it. It says what was acknowledged.

const decider = process.env.DECIDER === 'manager' ? manager : finance
const random = randomFrom(Number(process.env.SEED))
const one = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]

const movesFrom: Record<RefundState, readonly RefundMove[]> = {
  waiting: ['approved', 'refused'],
  approved: ['done', 'failed', 'reopened'],
  refused: ['reopened'],
  done: [],
}

async function turn(): Promise<string | null> {
  if (random() < 0.5) {
    const chargeId = `charge-${Math.floor(random() * 40)}`
    const given = asked({ charge: { ...charge, chargeId }, amount: one(['1.00', '10.00', '21.42']) ?? '1.00' })
    return (await askRefund(agent, given)).id
  }
  if (random() < 0.1) {
    await makeBatch(decider, randomUUID(), { merchant: 'northwind', provider: charge.provider, mid: charge.mid })
    return null
  }
  const refund = one(
    (await refundsPiece(decider, { ...noFilter, state: one(['waiting', 'approved', 'refused'] as const) ?? null })).refunds,
  )
  if (!refund) return null
  const kinds = movesFrom[refund.state]
  const stepId = randomUUID()
  await moveRefund(decider, { stepId, refundId: refund.id, version: refund.version, kind: one(kinds) ?? 'done', note: 'x' })
  return stepId
}

async function workForEver(): Promise<never> {
  for (;;) {
    await setImmediate() // so that it hears of its parent's end even where nothing else is waited for
    try {
      const stepId = await turn()
      if (stepId !== null) process.send?.(stepId)
    } catch (cause) {
      if (!(cause instanceof ServiceProblem)) throw cause
    }
  }
}

process.on('disconnect', () => process.exit()) // its parent is gone
await Promise.all([workForEver(), workForEver(), workForEver()])
