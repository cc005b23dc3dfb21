import type { Effect } from '@/lib/operations/effects/effect'

/** A fact that a request rests on, as it was when the request was made and as it is now; null is "not known". */
export type FactChange = { field: string; label: string; asked: string | null; now: string | null }

const tokenLabels = { active: 'active', none: 'none', unknown: null }

/** What is different from what somebody asked on. It is empty where only a masked part is. */
export function changesSince(requested: Effect, now: Effect): FactChange[] {
  const earlier = new Map(requested.rows.map((row) => [row.field, row]))
  const rows = now.rows.flatMap(({ field, label, before, after }) => {
    const first = earlier.get(field)
    return [
      { field, label, asked: first?.before ?? null, now: before },
      { field: `${field} after`, label: `${label} after`, asked: first?.after ?? null, now: after },
    ]
  })
  const tokens = [requested.tokens, now.tokens].map((state) => tokenLabels[state ?? 'unknown'])
  const token = { field: 'tokens', label: 'Token to charge', asked: tokens[0] ?? null, now: tokens[1] ?? null }
  const done = { field: 'repeats', label: 'The same done already', asked: describeRepeats(requested), now: describeRepeats(now) }
  return [...rows, token, done].filter((change) => change.asked !== change.now)
}

const describeRepeats = ({ repeats }: Effect): string => (repeats ? `by ${repeats.person}` : 'no')
