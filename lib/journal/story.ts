import 'server-only'
import { isObject } from '@/lib/core/json'
import { readDetail, type VouchedFor } from './row-digests'

// What entries say became of a row, in the order they say it. Only the server writes entries, so one that can't follow the one before it vouches for
// something that somebody did by hand in between.

export type EntryOfRow = { seq: number; kind: string; detail: string }

/** How a story goes on: what an entry says became of the row, and after what that may be; `null` is before all others. */
type Story = {
  said: (kind: string, detail: Record<string, unknown>) => string | null
  after: Record<string, readonly (string | null)[]>
}

const ofKinds = (steps: Record<string, string>) => (kind: string) => steps[kind] ?? null
/** Of an entry of this kind, the word that its detail has under this name. */
const wordIn = (of: string, name: string) => (kind: string, detail: Record<string, unknown>) =>
  kind === of && typeof detail[name] === 'string' ? `${detail[name]}` : null
/** Which of these names the detail of a setting has. */
const named =
  (...names: string[]) =>
  (kind: string, detail: Record<string, unknown>) =>
    kind === 'setting' ? (names.find((name) => detail[name] !== undefined) ?? null) : null

const actions: Story = {
  said(kind, { state, contradicts }) {
    if (kind === 'outcome') return state === 'unconfirmed' ? 'unanswered' : 'answered'
    if (kind === 'late-outcome') return contradicts === undefined ? 'answered late' : 'contradicted'
    return kind === 'intent' || kind === 'settled' ? kind : null
  },
  after: {
    intent: [null],
    unanswered: ['intent'],
    answered: ['intent'],
    'answered late': ['unanswered', 'settled'],
    contradicted: ['unanswered', 'settled'],
    settled: ['unanswered', 'contradicted'],
  },
}

const decided = ['approved', 'declined', 'voided', 'pressed', 'proposal-declined']
const askedKinds = ['approval-asked', 'proposed']
const approvals: Story = {
  said: (kind) => (askedKinds.includes(kind) ? 'asked' : decided.includes(kind) ? 'decided' : null),
  after: { asked: [null], decided: ['asked'] },
}

const undecided = ['asked', 'reopened', 'failed']
const refunds: Story = {
  said: wordIn('refund', 'step'),
  after: {
    asked: [null],
    approved: undecided,
    refused: undecided,
    reopened: ['approved', 'refused'],
    batched: ['approved'],
    done: ['approved', 'batched'],
    failed: ['approved', 'batched'],
  },
}

const open = ['started', 'answered', 'back', 'acted', 'handed-over', 'taken-over']
const stories: Partial<Record<VouchedFor, Story>> = {
  actions,
  approvals,
  refunds,
  guides: {
    said: wordIn('guide', 'step'),
    after: { started: [null], ...Object.fromEntries([...open.slice(1), 'ended'].map((step) => [step, open])) },
  },
  alerts: { said: ofKinds({ alert: 'raised', 'alert-closed': 'closed' }), after: { raised: [null], closed: ['raised'] } },
  promises: { said: wordIn('promise', 'step'), after: { made: [null], done: ['made', 'reopened'], reopened: ['done'] } },
  handovers: { said: ofKinds({ 'handover-made': 'made', 'handover-taken': 'taken' }), after: { made: [null], taken: ['made'] } },
  agent_tokens: { said: named('made', 'revoked'), after: { made: [null], revoked: ['made'] } },
  event_addresses: { said: named('made', 'revoked'), after: { made: [null], revoked: ['made'] } },
  passkeys: {
    said: ofKinds({ 'passkey-added': 'added', 'passkey-removed': 'removed' }),
    after: { added: [null], removed: ['added'] },
  },
}

/** Where the story of a row breaks: `seq` of the entry that can't follow `before`, which is null where no entry made the row. */
export type Break = { seq: number; before: number | null }

/** The first break in what entries say became of a row, oldest first; null where there is none. What isn't known to be a step is passed over. */
export function breakIn(table: VouchedFor, entries: readonly EntryOfRow[]): Break | null {
  const story = stories[table]
  if (!story) return null
  let before: { step: string; seq: number } | null = null
  for (const { seq, kind, detail } of entries) {
    const read = readDetail(detail)
    const step = isObject(read) ? story.said(kind, read) : null
    const mayFollow = step === null ? undefined : story.after[step]
    if (step === null || !mayFollow) continue
    if (!mayFollow.includes(before?.step ?? null)) return { seq, before: before?.seq ?? null }
    before = { step, seq }
  }
  return null
}
