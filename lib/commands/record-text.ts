import { countOf } from '@/lib/core/count-of'
import { isObject } from '@/lib/core/json'
import { formatAmount } from '@/lib/core/money'
import type { EffectRow } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import { describeCommand } from '@/lib/operations/words'
import { type ApprovalCondition, type ApprovalRule, approvalConditions } from './approval'
import { describeChange } from './change-words'
import { describeKind, describeRecord } from './record-words'
import { refundSteps } from './refund-steps'

type Pairs = [name: string, value: string][]

/** An entry in words: what it is, the most telling of it beside that, and its particulars. */
type RecordText = { words: string; gist: string; details: Pairs }

type Written = {
  kind: string
  operation: string | null
  detail: object
  /** What people call the command of a request for approval, and the product that it's about; null where they aren't known. */
  called: string | null
  product: string | null
}

export function recordText(written: Written): RecordText {
  const { kind, operation, called } = written
  const words = called === null ? describeRecord(kind, operation) : `${describeKind(kind)}: ${called}`
  const { detail, gist, ...special } = texts[kind]?.(written) ?? { detail: withoutProof(written.detail) }
  const details = pairsIn(detail).slice(0, maxDetails)
  return { words: special.words ?? words, gist: gist ?? gistOf(details), details }
}

type EntryText = { words?: string; gist?: string; detail: object }

/** Kinds whose particulars are no words as they were written. */
const texts: Partial<Record<string, (written: Written) => EntryText | null>> = {
  refund: refundText,
  'refund-file': ({ detail }) => {
    const { provider, mid, refunds, file } = detail as Record<string, unknown>
    const place = [provider ?? 'unknown provider', mid].filter(Boolean).join(' / ')
    return { gist: `${place}, ${refunds === 1 ? '1 refund' : `${refunds} refunds`}`, detail: { place, refunds, file } }
  },
  alert: ({ detail }) => {
    const { words, limit, ...more } = detail as Record<string, unknown>
    return { words: limit === undefined ? 'Alert' : 'Reached a limit', gist: `${words ?? ''}`, detail: { ...more, words } }
  },
  'alert-closed': ({ detail }) => ({ gist: `${(detail as Record<string, unknown>).words ?? ''}`, detail }),
  'approval-asked': askedText,
  typed: ({ detail }) => ({ detail: typedFacts(detail) }),
  quote: ({ detail }) => {
    const { did, quote, ...more } = detail as Record<string, unknown>
    return { words: `Quote ${did}`, gist: `${quote ?? ''}`, detail: { quote, ...more } }
  },
  setting: settingText,
  exported: ({ detail: { filter, rows, ...more } }: { detail: { filter?: unknown; rows?: unknown } }) => {
    const chosen = isObject(filter) ? Object.fromEntries(Object.entries(filter).map(inWords)) : {}
    const gist = gistOf(pairsIn(chosen))
    // Charge files say what a row is of, the others how many there are.
    const counted = typeof rows === 'number' ? countOf(rows, 'row') : typeof rows === 'string' ? `rows of ${rows}` : null
    return { gist: [counted, gist].filter(Boolean).join(', ') || gistOf(pairsIn(more)), detail: { rows, ...chosen, ...more } }
  },
}

function settingText({ detail }: Written): EntryText | null {
  const { added, removed, setting, ...more } = detail as Record<string, unknown>
  const rule = added ?? removed
  if (setting === 'machine-token') return { gist: `${more.name ?? ''} ${madeOrRevoked(more)}`.trim(), detail: more }
  if (setting === 'event-address') return { gist: madeOrRevoked(more), detail: more }
  if (setting !== 'approval-rule' || !isObject(rule)) return null
  const { condition, threshold } = rule as Partial<ApprovalRule>
  const says = condition === 'always' ? 'always' : `${approvalConditions[condition as ApprovalCondition]}: ${threshold}`
  return { gist: `approval rule ${added ? 'added' : 'removed'}, ${says}`, detail: { [added ? 'added' : 'removed']: says } }
}

const madeOrRevoked = (detail: object) => ('revoked' in detail ? 'revoked' : 'created')

/** Facts that somebody typed, by the names of their fields. A day was typed without a time and is kept as noon in UTC. */
function typedFacts(detail: { facts?: unknown }): object {
  const facts = Array.isArray(detail.facts) ? detail.facts.filter(isObject) : []
  return Object.fromEntries(
    facts.map(({ field, value }) => {
      const column = columnOf(String(field))
      return column ? [column.label, column.words(value, 'UTC')] : [String(field), value]
    }),
  )
}

const inWords = ([name, value]: [string, unknown]): [string, unknown] =>
  name === 'operation' && typeof value === 'string' ? ['action', describeCommand(value)] : [name, value]

function refundText({ detail }: Written): EntryText | null {
  const { step, note, despite, refund } = detail as Record<string, unknown>
  if (!isObject(refund)) return null
  const { amount, currency, ...more } = refund
  const money = `${formatAmount(String(amount))} ${currency}`
  const text = typeof note !== 'string' || step === 'batched' ? null : step === 'done' ? `reference ${note}` : note
  return {
    words: refundSteps[step as keyof typeof refundSteps] ?? `Refund ${step}`,
    gist: [money, text].filter(Boolean).join(', '),
    detail: { amount: money, note: step === 'batched' ? null : note, 'although money may have gone back': despite, ...more },
  }
}

/** A request's effect as it was asked: what changes, by the names of its fields, and what goes along. */
function askedText({ detail, product }: Written): EntryText | null {
  const { effect, request } = detail as Record<string, unknown>
  if (!isObject(effect) || !Array.isArray(effect.rows)) return null
  const rows = effect.rows as EffectRow[]
  const changes = rows.filter((row) => row.changes)
  const { reason, comment } = (isObject(request) && isObject(request.body) ? request.body : {}) as Record<string, unknown>
  const changed = { effect: { rows } as unknown as Parameters<typeof describeChange>[0]['effect'], product }
  return {
    gist: describeChange({ ...changed, state: 'done', settledAs: null }) ?? '',
    detail: {
      product,
      ...Object.fromEntries(changes.map(({ label, before, after }) => [label, `${before ?? 'unknown'} → ${after ?? 'unknown'}`])),
      reason,
      comment,
    },
  }
}

const isId = /[0-9a-f]{8}-[0-9a-f]{4}-/i

/** Short details shown beside the words of an entry. Ids are left to the unfolded entry. */
const gistOf = (details: Pairs): string =>
  details
    .filter(([, value]) => !isId.test(value))
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')

/** What `verify` needs of an entry says nothing to people, but that it's signed. */
const withoutProof = (detail: object) =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) =>
      name === 'proof' ? [] : [name === 'signature' ? ['signed', 'with a passkey'] : [name, value]],
    ),
  )

const maxDetails = 60

/** `{a: {b: 1}}` as `a b` and `1`. */
function pairsIn(value: unknown, name = ''): Pairs {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'object') return [[name, String(value)]]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return [[name, value.join(', ')]]
  return Object.entries(value).flatMap(([key, each]) => pairsIn(each, `${name} ${spaced(key)}`.trim()))
}

/** `importId` as `import id`. */
const spaced = (key: string) => key.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
