import type { Action } from '@/lib/commands/action'
import type { Effect } from '@/lib/operations/effects/effect'

const row = {
  field: 'autoChargeStatus',
  label: 'Autocharge',
  before: 'On',
  beforeAsOf: '2026-03-02T08:55:00.000Z',
  after: 'Off',
  changes: true,
  expects: false,
}

const effect: Effect = {
  rows: [
    row,
    { ...row, field: 'endDate', label: 'End date', before: '28 Jan 2027', after: '28 Jan 2027', changes: false, expects: null },
  ],
  later: [],
  warnings: [],
  undo: { possible: true, verb: 'Turn on autocharge', until: null, note: null },
  zone: 'UTC',
}

/** Autocharge turned off at nine, as wanted; with what a test needs otherwise. */
export function actionLike(changes: Partial<Action> = {}): Action {
  return {
    actionId: '0b9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55',
    operation: 'changeAutochargeStatus',
    words: 'Turn off autocharge',
    state: 'done',
    settledAs: null,
    settledByEvent: false,
    contradiction: null,
    merchant: 'northwind',
    buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787',
    buyer: 'r•••n@e••••••.test',
    product: 'Plus 1 month',
    target: 'subscription:3ab9ff0c-a838-4084-83f1-97edc016c350',
    person: 'Ines Dahl',
    mine: true,
    ticket: 'T-48213',
    at: '2026-03-02T09:00:00.000Z',
    answeredAt: '2026-03-02T09:00:00.150Z',
    request: {
      params: { buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787', subscriptionId: '3ab9ff0c-a838-4084-83f1-97edc016c350' },
      body: { autochargeStatus: false, reason: 'Asked by phone' },
    },
    effect,
    differences: [],
    answer: { status: 200, code: null, detail: null, traceId: null, fields: [] },
    undoes: null,
    undoneBy: null,
    since: null,
    undo: { possible: true, warning: null, verb: 'Turn on autocharge', until: null },
    sendAgain: { possible: false, why: 'We already know the outcome.' },
    ...changes,
  }
}

/** The same, without a readable answer. */
export const openAction = (changes: Partial<Action> = {}) =>
  actionLike({
    state: 'unconfirmed',
    answer: { status: 504, code: 'timeout', detail: 'The service hasn’t answered yet.', traceId: null, fields: [] },
    undo: { possible: false, why: 'We don’t know whether this action was applied.' },
    sendAgain: { possible: true, warning: null },
    ...changes,
  })
