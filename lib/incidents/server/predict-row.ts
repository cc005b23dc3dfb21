import 'server-only'
import { predictedEffect } from '@/lib/commands/server/predicted'
import { isObject } from '@/lib/core/json'
import type { Effect, KnownThing } from '@/lib/operations/effects/effect'
import { columns, factIn } from '@/lib/operations/effects/rows'
import { ruledCommand } from '@/lib/operations/rules'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { serviceClock } from '@/lib/service/account-state'
import { withoutPersonal } from '@/lib/service/failure'
import { type IncidentCommand, verbOf } from '../command'
import { type RowTarget, type Sent, sentFor, takingBack } from './commands'

/** What a row's command would send and do, as it was previewed. Nothing in it is personal. */
export type Predicted = {
  sent: Sent
  product: string | null
  changes: { field: string; label: string; before: string | null; asOf: string | null; after: string | null }[]
  /** Whether somebody is charged by it. */
  charges: boolean
  /** Whether a renewal is due at its end. */
  renews: boolean
  /** Why it can't be undone; null where it can, with `partly` where not all comes back. */
  noUndo: string | null
  partly: string | null
  /** Of the customer, for what they're told. */
  language: string | null
  /** The actions that had, or may have, changed its target by the preview (`markOf`); earlier versions didn't keep them. */
  actions?: string[]
}

export type Things = ReadonlyMap<string, KnownThing>
type PredictContext = { command: IncidentCommand; merchant: string; reason: string; now: Date }
/** Of an inverse: what was sent, the value before it, and the end date that the service's answer told, if it did. */
export type Back = { sent: Sent; before: KnownThing; answered: unknown }

/**
 * What a row's command does by the same rules as one that a person sends, from what is known. Null where that isn't enough; a sentence
 * where there is no command that takes it back.
 */
export function predictRow(
  row: RowTarget,
  things: Things,
  { command, merchant: code, reason, now }: PredictContext,
  back: Back | null,
): { predicted: Predicted; effect: Effect } | { why: string } | null {
  const merchant = merchantByCode(code)
  const clock = serviceClock(merchant)
  const known = things.get(row.target) ?? {}
  const situation = { known, now, ...clock }
  const sent = back ? takingBack(back.sent, back.before, situation) : sentFor(command, row, reason, situation)
  if (sent === null || 'why' in sent) return sent
  const rules = ruledCommand(sent.operation)?.rules
  if (!rules) return null
  const tokens = Object.fromEntries(
    [...things].flatMap(([entity, thing]) => (entity.startsWith('token:') ? [[entity.slice(6), thing]] : [])),
  )
  const effect = predictedEffect(rules, sent, { ...situation, tokens })
  const { undo } = effect
  const language = things.get('buyer')?.locale?.value
  return {
    effect,
    predicted: {
      sent,
      product: withoutPersonal(columns.product.words(factIn(known, 'product'))),
      changes: effect.rows.flatMap(({ field, label, before, beforeAsOf, after, changes }) =>
        changes || field === verbOf(command).fact ? [{ field, label, before, asOf: beforeAsOf, after }] : [],
      ),
      charges: effect.later.some(({ danger }) => danger),
      renews: factIn(known, 'autoChargeStatus') === true,
      noUndo: undo.possible ? null : undo.why,
      partly: undo.possible ? undo.note : null,
      language: typeof language === 'string' ? language : null,
    },
  }
}

/** The value that a row's command sets, as it was before: what an inverse puts back. */
export const beforeIn = (known: KnownThing, fields: readonly string[]): KnownThing =>
  Object.fromEntries(fields.flatMap((field) => (known[field] && !isList(known[field]?.value) ? [[field, known[field]]] : [])))

const isList = (value: unknown) => Array.isArray(value) || (isObject(value) && JSON.stringify(value).length > 2_000)
