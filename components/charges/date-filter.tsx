'use client'

import { CalendarDays } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Menu } from '@/components/ui/menu'
import { cn } from '@/lib/cn'
import { dayWords } from '@/lib/dates'

type Days = { from: string | null; to: string | null }
type Props = Days & { onChange: (days: Partial<Days>) => void }

/** From and to, both included, in service time. */
export function DateFilter({ from, to, onChange }: Props) {
  const words = rangeWords(from, to)
  return (
    <Menu
      label={words === null ? 'Dates' : `Dates ${words}`}
      align="start"
      className="w-64 p-3"
      triggerClassName={cn(
        'inline-flex h-7 flex-none items-center gap-1.5 whitespace-nowrap rounded-control border px-2 text-table hover:bg-hover max-sm:h-10',
        words === null ? 'border-line-control border-dashed text-ink-2' : 'border-line-strong bg-raised font-medium text-ink',
      )}
      trigger={
        <>
          <Icon of={CalendarDays} size={12} className="text-muted" />
          {words ?? 'Dates'}
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="From">
          {(control) => <DayInput {...control} value={from} max={to} onDay={(day) => onChange({ from: day })} />}
        </Field>
        <Field label="To" hint="Days as the service writes them.">
          {(control) => <DayInput {...control} value={to} min={from} onDay={(day) => onChange({ to: day })} />}
        </Field>
        <Button size="small" onClick={() => onChange({ from: null, to: null })}>
          Any day
        </Button>
      </div>
    </Menu>
  )
}

type DayInputProps = {
  id: string
  value: string | null
  min?: string | null
  max?: string | null
  onDay: (day: string | null) => void
}

function DayInput({ value, min, max, onDay, ...control }: DayInputProps) {
  return (
    <Input
      {...control}
      size="small"
      type="date"
      value={value ?? ''}
      min={min ?? undefined}
      max={max ?? undefined}
      onChange={(event) => onDay(event.target.value || null)}
    />
  )
}

function rangeWords(from: string | null, to: string | null): string | null {
  if (from !== null && to !== null) return `${dayWords(from)} to ${dayWords(to)}`
  if (from !== null) return `since ${dayWords(from)}`
  return to === null ? null : `until ${dayWords(to)}`
}
