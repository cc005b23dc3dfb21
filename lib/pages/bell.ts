import type { Notice, NoticeKind } from '@/lib/notices/notice'
import type { WaitingAnswer, WaitingKind, WaitingRow } from './waiting'

export type BellKind = 'approvals' | 'incidents' | 'ownIncidents' | 'refunds' | 'unconfirmed' | 'mentions' | 'decided'

/** One line of the bell: how many of a kind wait, since when the oldest does, and when the first lapses. Times are ISO in UTC. */
export type BellLine = { kind: BellKind; count: number; oldest: string | null; lapses: string | null; href: string }

const kinds: Partial<Record<WaitingKind, BellKind>> = {
  approval: 'approvals',
  incident: 'incidents',
  'own-incident': 'ownIncidents',
  refund: 'refunds',
  unconfirmed: 'unconfirmed',
  contradicted: 'unconfirmed',
  mention: 'mentions',
  answer: 'decided',
}

const places: Record<BellKind, string> = {
  approvals: '/approvals',
  incidents: '/approvals?tab=incidents',
  ownIncidents: '/incidents',
  refunds: '/refunds',
  unconfirmed: '/journal?outcome=open',
  mentions: '/',
  decided: '/',
}

/** What the bell says of a number of a kind, after the number. */
export const bellWords: Record<BellKind, (count: number) => string> = {
  approvals: (count) => (count === 1 ? 'approval to decide' : 'approvals to decide'),
  incidents: (count) => (count === 1 ? 'incident to decide' : 'incidents to decide'),
  ownIncidents: (count) => (count === 1 ? 'incident that needs you' : 'incidents that need you'),
  refunds: (count) => (count === 1 ? 'refund to decide' : 'refunds to decide'),
  unconfirmed: () => 'unconfirmed',
  mentions: (count) => (count === 1 ? 'mention' : 'mentions'),
  decided: (count) => (count === 1 ? 'answer to your request' : 'answers to your requests'),
}

const order: readonly BellKind[] = ['approvals', 'incidents', 'ownIncidents', 'refunds', 'unconfirmed', 'mentions', 'decided']

/**
 * What the bell counts, from the same rows that Find lists. `seenAt`, in milliseconds, is when the person last opened the bell: what was
 * decided for them before that is not counted again.
 */
export function bellLines({ rows, refunds, approvals }: WaitingAnswer, seenAt: number): BellLine[] {
  return order.flatMap((kind) => {
    const of = rows.filter((row) => kinds[row.kind] === kind && (kind !== 'decided' || Date.parse(row.at ?? '') > seenAt))
    const [first] = of.map(({ at }) => at).toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
    const count = kind === 'refunds' && of.length > 0 ? refunds.waiting : of.length
    if (count === 0) return []
    return [
      {
        kind,
        count,
        oldest: first ?? null,
        lapses: kind === 'approvals' ? firstToLapse(of, approvals) : null,
        href: places[kind],
      },
    ]
  })
}

function firstToLapse(rows: readonly WaitingRow[], approvals: WaitingAnswer['approvals']): string | null {
  const ids = new Set(rows.flatMap(({ lead }) => (lead.to === 'approval' ? [lead.id] : [])))
  return approvals.flatMap(({ id, expiresAt }) => (ids.has(id) ? [expiresAt] : [])).toSorted()[0] ?? null
}

/** The notices that the person wants in the bell. A copy of an earlier version answers without any. */
export const noticesShown = ({ notices }: { notices?: readonly Notice[] }): Notice[] => (notices ?? []).filter(({ desk }) => desk)

const listedBeside: readonly NoticeKind[] = [
  'approval-waiting',
  'approval-decided',
  'mention',
  'refund-decided',
  'incident-paused',
]

/** Whether a notice tells of something that no line of the bell counts; anything else would be counted twice. */
export const isOnlyTold = ({ kind }: Notice): boolean => !listedBeside.includes(kind)
