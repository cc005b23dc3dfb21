import { columns, type Field } from './columns'
import type { EffectRow, Situation } from './effect'

/** The value known of a field; undefined where nothing is known. */
export const factIn = (known: Situation['known'], field: string): unknown => known[field]?.value ?? undefined

/** A row of what the command sets. */
export function becomes(situation: Situation, field: Field, value: unknown, expects = value): EffectRow {
  const after = columns[field].words(value, situation.zone)
  const was = rowOf(situation, field)
  return { ...was, after, changes: was.before === null || was.before !== after, expects: expects ?? null }
}

/** A row of what the command leaves alone. */
export function stays(situation: Situation, field: Field): EffectRow {
  const was = rowOf(situation, field)
  return { ...was, after: was.before, changes: false, expects: was.before === null ? null : factIn(situation.known, field) }
}

/** A row of what the command may change, in a way that cannot be foreseen. */
export const mayChange = (situation: Situation, field: Field): EffectRow => ({
  ...rowOf(situation, field),
  after: null,
  changes: true,
  expects: null,
})

/** A row of what a command makes: there is nothing before, and no answer tells it. */
export const made = (field: string, label: string, after: string | null): EffectRow => ({
  ...{ field, label, before: 'none', beforeAsOf: null },
  ...{ after, changes: true, expects: null },
})

function rowOf({ known, zone }: Situation, field: Field): Pick<EffectRow, 'field' | 'label' | 'before' | 'beforeAsOf'> {
  const { label, words } = columns[field]
  const before = words(factIn(known, field), zone)
  return { field, label, before, beforeAsOf: before === null ? null : (known[field]?.observedAt ?? null) }
}
