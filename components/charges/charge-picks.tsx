'use client'

import { X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import type { ChargeFilter } from '@/lib/charges/order-filter'
import { traitWords } from '@/lib/charges/trait-words'
import { monthWord } from '@/lib/core/dates'

type Picked = { label: string; fields: Partial<ChargeFilter> }

/** What was picked by pressing a number; each goes by itself. */
export function ChargePicks({ filter, onChange }: { filter: ChargeFilter; onChange: (changes: Partial<ChargeFilter>) => void }) {
  const picks = picked(filter)
  if (picks.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {picks.map(({ label, fields }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => onChange(fields)}
            className="inline-flex h-7 items-center gap-1.5 rounded-control border border-line-strong bg-raised px-2 text-table hover:bg-hover max-sm:h-10"
          >
            {label}
            <Icon of={X} size={14} className="text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const moneyWords = { received: 'money received', open: 'money open', lost: 'money lost', other: 'unrecognised statuses' }

function picked({ money, month, mid, provider, reason, has }: ChargeFilter): Picked[] {
  return [
    money !== null && { label: moneyWords[money], fields: { money: null } },
    month !== null && { label: `in ${monthWord(month)} ${month.slice(0, 4)}`, fields: { month: null } },
    mid !== null && { label: `at ${[provider, mid].filter(Boolean).join(' / ')}`, fields: { mid: null, provider: null } },
    reason !== null && { label: `declined: ${reason}`, fields: { reason: null } },
    has !== null && { label: traitWords[has], fields: { has: null } },
  ].filter((pick) => pick !== false)
}
