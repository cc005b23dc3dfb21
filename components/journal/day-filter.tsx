'use client'

import { CalendarDays } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Menu } from '@/components/ui/menu'
import { dayWords } from '@/lib/dates'
import { filterChipClass } from './filter-chip-class'

type Props = {
  from: string | undefined
  to: string | undefined
  onChange: (days: { from?: string | null; to?: string | null }) => void
}

/** From and to, both included, in UTC: one day for everybody, wherever they look from. */
export function DayFilter({ from, to, onChange }: Props) {
  const words = rangeWords(from, to)
  return (
    <Menu
      label={words === null ? 'Dates' : `Dates ${words}`}
      align="start"
      className="w-64 p-3"
      triggerClassName={filterChipClass(words !== null)}
      trigger={
        <>
          <Icon of={CalendarDays} size={12} className="text-muted" />
          {words === null ? 'Dates' : <b className="font-medium">{words}</b>}
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              size="small"
              type="date"
              value={from ?? ''}
              max={to}
              onChange={(event) => onChange({ from: event.target.value || null })}
            />
          )}
        </Field>
        <Field label="To" hint="Days in UTC.">
          {(control) => (
            <Input
              {...control}
              size="small"
              type="date"
              value={to ?? ''}
              min={from}
              onChange={(event) => onChange({ to: event.target.value || null })}
            />
          )}
        </Field>
        <Button size="small" onClick={() => onChange({ from: null, to: null })}>
          Any day
        </Button>
      </div>
    </Menu>
  )
}

function rangeWords(from: string | undefined, to: string | undefined): string | null {
  if (from !== undefined && to !== undefined) return `${dayWords(from)} to ${dayWords(to)}`
  if (from !== undefined) return `since ${dayWords(from)}`
  return to === undefined ? null : `until ${dayWords(to)}`
}
