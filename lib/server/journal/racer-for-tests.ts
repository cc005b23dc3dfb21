import type { OperationName } from '@/lib/operations'
import { ServiceProblem } from '@/lib/problem'
import type { CommandCall } from '../admit'
import { database } from '../database/open'
import { learn } from '../knowledge/facts'
import { askRefund } from '../refunds/ask-refund'
import { makeBatch } from '../refunds/batches'
import { moveRefund } from '../refunds/move-refund'
import { append } from './chain'
import { beginUsual, commandOf } from './commands-for-tests'

// A process of its own that does what its parent asks, at the moment its parent names.

const entry = {
  kind: 'intent' as const,
  actionId: null,
  accountId: 'a-1',
  person: 'Ada',
  merchant: 'northwind',
  operation: null,
  buyerId: null,
  ticket: null,
}

/** `done`, or the kind and the sentence of the problem it ended in. */
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (cause: unknown) => {
      if (cause instanceof ServiceProblem) return `${cause.problem.kind}: ${cause.problem.detail}`
      throw cause
    },
  )

/** What a racer can be asked to do. */
export const feats = {
  open: async () => void (await database()),

  append: async ({ times }: { times: number }) => {
    const store = await database()
    const one = (turn: number) => store.transaction().execute((tx) => append(tx, { ...entry, detail: { turn, by: process.pid } }))
    return Promise.all(Array.from({ length: times }, (_, turn) => one(turn)))
  },

  askRefund: (given: Parameters<typeof askRefund>) => codeOf(askRefund(...given)),
  moveRefund: (given: Parameters<typeof moveRefund>) => codeOf(moveRefund(...given)),
  makeBatch: (given: Parameters<typeof makeBatch>) => codeOf(makeBatch(...given)),

  begin: async ({ name, given }: { name: Extract<OperationName, 'changeExpirationDate'>; given: Partial<CommandCall> }) => {
    try {
      return (await beginUsual(commandOf(name, given))).isNew ? 'new' : 'earlier'
    } catch (cause) {
      if (cause instanceof ServiceProblem) return cause.problem.code
      throw cause
    }
  },

  learn: async ({ times }: { times: number }) => {
    const witness = { merchant: 'northwind', buyerId: 'b-1', source: 'read' as const, operation: null, person: null }
    for (let turn = 0; turn < times; turn += 1)
      await learn([{ entity: 'buyer', field: 'last', value: `${process.pid} ${turn}` }], witness)
  },
}

export type Feats = typeof feats
export type Ask = { feat: keyof Feats; given: never; at: number }
export type Told = { result: unknown } | { failed: string }

process.on('message', async ({ feat, given, at }: Ask) => {
  while (Date.now() < at); // everybody starts in the same millisecond
  const told = await feats[feat](given).then(
    (result): Told => ({ result }),
    (cause: unknown): Told => ({ failed: String(cause) }),
  )
  process.send?.(told)
})
process.on('disconnect', () => process.exit()) // its parent is gone
process.send?.({ result: 'ready' })
