import {
  type Incident,
  type IncidentRow,
  type IncidentStep,
  incidentSteps,
  type RowState,
  rowStates,
} from '@/lib/incidents/incident'

export const incidentId = '5b0f3a52-7f7c-4a44-9d0e-7a1f5b1d9c11'
const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const planHash = '7f0d'.repeat(16)

/** May nothing, or what is named. */
export function mayOnly(...steps: IncidentStep[]): Incident['may'] {
  const no = 'This isn’t possible now.'
  return Object.fromEntries(incidentSteps.map((step) => [step, steps.includes(step) ? null : no])) as Incident['may']
}

export const rowLike = (changes: Partial<IncidentRow> = {}): IncidentRow => ({
  n: 1,
  subscriptionId: '08128a6a-b81f-414c-9cec-6d18cfcd682f',
  chargeMethodTokenId: null,
  buyerId,
  note: null,
  state: 'ready',
  why: null,
  words: null,
  product: 'Northwind Plus 1 month',
  changes: [{ label: 'Autocharge', before: 'On', beforeAsOf: '2026-11-20T17:41:00.000Z', after: 'Off' }],
  actionId: null,
  settled: null,
  at: null,
  ...changes,
})

const three = [
  rowLike(),
  rowLike({ n: 1_193, subscriptionId: '3ab9ff0c-a838-4084-83f1-97edc016c350' }),
  rowLike({ n: 400, subscriptionId: 'c7e4bd78-0b5e-4c35-9a41-2f6f1d0eb381' }),
]

/** A plan for 1,240 rows that was previewed, of a manager who looks at it herself. */
export const previewed: Incident = {
  id: incidentId,
  version: 4,
  state: 'previewed',
  words: 'Turn off autocharge',
  reason: 'Charged twice on 20 November, our fault',
  ticket: 'INC-207',
  plannedBy: 'Marta Weiss',
  mine: true,
  rows: 1_240,
  done: 0,
  of: 1_193,
  pausedAs: null,
  inverseOf: null,
  madeAt: '2026-11-20T17:40:00.000Z',
  changedAt: '2026-11-20T17:58:00.000Z',
  command: { verb: 'autochargeOff' },
  rate: 5,
  rateApproved: null,
  rateMax: 20,
  readEach: true,
  canRead: true,
  unknown: 'read',
  making: null,
  preview: {
    asOf: '2026-11-20T17:58:00.000Z',
    counts: {
      'will-change': 1_193,
      already: 27,
      'not-known': 0,
      'in-doubt': 9,
      'not-found': 5,
      'other-account': 2,
      twice: 4,
      'left-alone': 0,
    },
    reasons: { 'renews-soon': 6, unsettled: 2, 'open-elsewhere': 1, 'not-found': 5, 'other-account': 2, already: 27, twice: 4 },
    oldestAlready: '2026-11-20T17:17:00.000Z',
    examples: three,
    sums: {
      money: ['These renew for 41,755.00 EUR a month, as last paid. That is no longer charged.'],
      dates: ['Access ends between 28 Nov 2026 and 20 Dec 2026.'],
      customers: ['The service sends about 1,193 events, so your shop may write to customers.'],
      undo: ['It can be undone for every row that nobody changes meanwhile.'],
    },
    languages: [
      { language: 'en', rows: 812 },
      { language: 'de', rows: 340 },
      { language: null, rows: 41 },
    ],
    takesMs: 238_000,
    rowsHash: planHash,
    planHash,
  },
  edited: { seq: 70, by: 'Marta Weiss', at: '2026-11-20T17:57:00.000Z', mine: true },
  approval: null,
  pilot: null,
  run: null,
  toOpen: null,
  may: mayOnly('edit', 'preview', 'ask'),
}

const waitingApproval: Incident['approval'] = {
  state: 'waiting',
  askedAt: '2026-11-20T18:00:00.000Z',
  askedBy: 'Marta Weiss',
  decidedAt: null,
  decidedBy: null,
  note: null,
  startUntil: null,
  carriesUntil: null,
}

/** The same as the second person sees it. */
export const waiting: Incident = {
  ...previewed,
  version: 5,
  state: 'waiting',
  mine: false,
  approval: waitingApproval,
  toOpen: { rows: three, opened: [] },
  may: mayOnly('decide', 'look'),
}

export const approved: Incident = {
  ...previewed,
  version: 6,
  state: 'approved',
  rateApproved: 5,
  toOpen: null,
  approval: {
    ...waitingApproval,
    state: 'approved',
    decidedAt: '2026-11-20T18:09:00.000Z',
    decidedBy: 'Jonas Lind',
    startUntil: '2026-11-21T06:09:00.000Z',
    carriesUntil: '2026-11-21T18:09:00.000Z',
  },
  may: mayOnly('start', 'edit'),
}

const countsOf = (some: Partial<Record<RowState, number>>): Record<RowState, number> =>
  ({ ...Object.fromEntries(rowStates.map((state) => [state, 0])), 'left-out': 47, ...some }) as Record<RowState, number>

/** After the pilot, before its rows were opened. `lookUntil` is long past, as far as a test's clock goes. */
export const look: Incident = {
  ...approved,
  version: 9,
  state: 'look',
  done: 3,
  pilot: {
    rows: three.map((row) => ({ ...row, state: 'done', at: '2026-11-20T18:12:02.000Z' })),
    over: true,
    lookUntil: '2026-11-20T18:13:02.000Z',
    lookedAt: null,
    lookedBy: null,
  },
  run: {
    startedBy: 'Marta Weiss',
    decisions: [],
    settled: 0,
    by: 'Marta Weiss',
    startedAt: '2026-11-20T18:12:00.000Z',
    endedAt: null,
    generation: 1,
    counts: countsOf({ done: 3, ready: 1_190 }),
    reasons: {},
    speed: null,
    pace: null,
    leftMs: null,
    breaker: [
      { limit: 'refused-of-50', count: 0, at: 3 },
      { limit: 'unconfirmed-of-100', count: 1, at: 3 },
      { limit: 'new-error', count: 0, at: 2 },
      { limit: 'refused-of-all', count: 5, at: 20 },
      { limit: 'moved-in-a-row', count: 0, at: 5 },
      { limit: 'keys-refused', count: 0, at: 1 },
      { limit: 'service-away', count: 0, at: 1 },
    ],
    trips: 0,
    paused: null,
  },
  toOpen: { rows: three, opened: [] },
  may: mayOnly('look', 'go-on', 'pause', 'stop'),
}

const lookRun = look.run as NonNullable<Incident['run']>
export const running: Incident = {
  ...look,
  version: 40,
  state: 'running',
  done: 636,
  toOpen: null,
  pilot: look.pilot && { ...look.pilot, lookedAt: '2026-11-20T18:14:20.000Z', lookedBy: 'Marta Weiss' },
  run: {
    ...lookRun,
    counts: countsOf({ done: 636, refused: 3, unconfirmed: 1, moved: 1, claimed: 2, ready: 550 }),
    speed: 5,
    pace: { from: '2026-11-20T18:14:30.000Z', counts: [12, 34, 50, 49, 50, 51, 50, 50, 40, 50, 50, 50] },
    leftMs: 110_000,
  },
  may: mayOnly('pause', 'stop', 'rate'),
}

export const paused: Incident = {
  ...running,
  version: 41,
  state: 'paused',
  pausedAs: 'breaker',
  run: {
    ...(running.run as NonNullable<Incident['run']>),
    speed: null,
    trips: 1,
    breaker: lookRun.breaker.map((gauge) => (gauge.limit === 'refused-of-50' ? { ...gauge, count: 3 } : gauge)),
    paused: { as: 'breaker', at: '2026-11-20T18:16:40.000Z', by: null, why: '3 of the last 50 were refused.' },
  },
  may: mayOnly('resume', 'stop', 'take-over', 'rate'),
}

export const finished: Incident = {
  ...running,
  version: 60,
  state: 'done',
  done: 1_187,
  run: {
    ...(running.run as NonNullable<Incident['run']>),
    endedAt: '2026-11-20T18:19:00.000Z',
    counts: countsOf({ done: 1_187, refused: 3, unconfirmed: 2, moved: 1 }),
    speed: null,
    leftMs: null,
  },
  may: mayOnly('close', 'inverse', 'again'),
}
