import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson, isObject } from '@/lib/core/json'
import type { Tables } from '@/lib/database/schema'
import { statusBeginning } from '../subscription-words'

type SubscriptionRow = Tables['directory_subscriptions']

const subscriptionPrefix = 'subscription:'
const subscriptionsAtOnce = 64

/** Keeps what facts say of subscriptions in one row each as well, because a list across buyers can't be made of single fields. */
export async function saveSubscriptions(tx: Transaction<Tables>, facts: readonly Tables['facts'][]): Promise<void> {
  const known = new Map<string, Partial<SubscriptionRow>>()
  for (const { merchant, buyer_id, entity, field, value, observed_at: seen_at } of facts) {
    if (!entity.startsWith(subscriptionPrefix)) continue
    const columns = subscriptionColumns(field, fromOwnJson(value))
    if (columns === null) continue
    const key = `${merchant} ${buyer_id} ${entity}`
    const subscription_id = entity.slice(subscriptionPrefix.length)
    known.set(key, { ...known.get(key), merchant, buyer_id, subscription_id, seen_at, ...columns })
  }
  // One statement sets one choice of columns: what an answer leaves out stays as it is known.
  const alike = new Map<string, SubscriptionRow[]>()
  for (const row of known.values()) {
    const names = Object.keys(row).sort().join(' ')
    alike.set(names, [...(alike.get(names) ?? []), { ...nothingKnown, ...row } as SubscriptionRow])
  }
  for (const [names, rows] of alike)
    for (let from = 0; from < rows.length; from += subscriptionsAtOnce)
      await tx
        .insertInto('directory_subscriptions')
        .values(rows.slice(from, from + subscriptionsAtOnce))
        .onConflict((conflict) =>
          conflict
            .columns(['merchant', 'buyer_id', 'subscription_id'])
            .doUpdateSet((row) =>
              Object.fromEntries(names.split(' ').map((name) => [name, row.ref(`excluded.${name as keyof SubscriptionRow}`)])),
            ),
        )
        .execute()
}

const nothingKnown = { status: '', autocharge: null, ends_at: '', product: '', status_at: '', status_why: '' }

function subscriptionColumns(field: string, value: unknown): Partial<SubscriptionRow> | null {
  switch (field) {
    case 'status':
      return { status: textOf(value) }
    case 'autoChargeStatus':
      return { autocharge: typeof value === 'boolean' ? Number(value) : null }
    case 'endDate':
      return { ends_at: timeOf(value) }
    case 'product':
      return { product: isObject(value) ? textOf(value.name) || textOf(value.code) : '' }
    case 'statusInfo': {
      const changes = Array.isArray(value) ? value.filter(isObject) : []
      const entries = changes.map((entry) => ({
        status: textOf(entry.status),
        reason: textOf(entry.reason),
        createdAt: textOf(entry.createdAt),
      }))
      const began = statusBeginning(entries)
      return { status_at: timeOf(began?.createdAt), status_why: began?.reason ?? '' }
    }
    default:
      return null
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 500) : '')

/** In UTC, so that times compare as texts; a day without a time is taken at noon, when it's the same day almost everywhere. */
function timeOf(value: unknown): string {
  const text = textOf(value)
  if (!/^[1-9]\d{3}-\d{2}-\d{2}/.test(text)) return ''
  const moment = Date.parse(/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text.slice(0, 10)}T12:00:00Z`)
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString()
}
