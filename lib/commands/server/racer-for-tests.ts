import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { once } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { saveFacts } from '@/lib/knowledge/server/facts'
import type { OperationName } from '@/lib/operations'
import type { Person } from '@/lib/people/server/sessions'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { makeBatch } from '@/lib/refunds/server/batches'
import { moveRefund } from '@/lib/refunds/server/move-refund'
import { approvalInDetail } from './approval-detail'
import { decide } from './approvals'
import type { CommandCall } from './command-call'
import { commandOf, outcomeOf } from './commands-for-tests'
import { begin } from './intent'
import { perform } from './perform'
import { performUndo, sendAgain } from './perform-undo'
import { settleByPerson } from './settling'

// A process of its own that does what its parent asks, at the moment its parent names.

const entry = {
  kind: 'setting' as const,
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
export const tasks = {
  open: async () => void (await database()),

  append: async ({ times }: { times: number }) => {
    const store = await database()
    const one = (turn: number) => store.transaction().execute((tx) => append(tx, { ...entry, detail: { turn, by: process.pid } }))
    return Promise.all(Array.from({ length: times }, (_, turn) => one(turn)))
  },

  askRefund: (given: Parameters<typeof askRefund>) => codeOf(askRefund(...given)),
  /** Under the id it brings, as its handler does it. */
  moveRefund: ([person, given]: Parameters<typeof moveRefund>) => {
    const asked = { id: given.stepId, what: 'moveRefund', accountId: person.accountId, merchant: 'northwind', content: given }
    return codeOf(
      once<unknown, unknown>(
        asked,
        (claim) => moveRefund(person, given, claim),
        (first) => first,
      ),
    )
  },
  makeBatch: (given: Parameters<typeof makeBatch>) => codeOf(makeBatch(...given)),

  begin: async ({ name, given }: { name: Extract<OperationName, 'changeExpirationDate'>; given: Partial<CommandCall> }) => {
    try {
      return (await begin(commandOf(name, given))).isNew ? 'new' : 'earlier'
    } catch (cause) {
      if (cause instanceof ServiceProblem) return cause.problem.code
      throw cause
    }
  },

  sendAgain: (given: Parameters<typeof sendAgain>) => outcomeOf(sendAgain(...given)),
  undo: (given: Parameters<typeof performUndo>) => outcomeOf(performUndo(...given)),
  settle: (given: Parameters<typeof settleByPerson>) => codeOf(settleByPerson(...given)),
  changeAutocharge: ({ person, params }: Pick<CommandCall, 'person' | 'params'>) =>
    outcomeOf(perform(commandOf('changeAutochargeStatus', { person, params }))),
  approve: async ({ person, id, approve = true }: { person: Person; id: string; approve?: boolean }) => {
    const { effectHash } = await approvalInDetail(person, id)
    return outcomeOf(decide(person, id, { approve, effectHash, note: null }))
  },

  learn: async ({ times }: { times: number }) => {
    const witness = { merchant: 'northwind', buyerId: 'b-1', source: 'read' as const, operation: null, person: null }
    for (let turn = 0; turn < times; turn += 1)
      await saveFacts([{ entity: 'buyer', field: 'last', value: `${process.pid} ${turn}` }], witness)
  },
}

export type Tasks = typeof tasks
export type Ask = { task: keyof Tasks; given: never; at: number }
export type RacerAnswer = { result: unknown } | { failed: string }

process.on('message', async ({ task, given, at }: Ask) => {
  while (Date.now() < at); // everybody starts in the same millisecond
  const answer = await tasks[task](given).then(
    (result): RacerAnswer => ({ result }),
    (cause: unknown): RacerAnswer => ({ failed: String(cause) }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit()) // its parent is gone
process.send?.({ result: 'ready' })
