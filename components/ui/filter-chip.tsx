'use client'

import { ChevronDown, Plus } from 'lucide'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'

type Props = {
  label: string
  /** Empty: the filter is off. */
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** The option that turns the filter off. */
  anyLabel?: string
  className?: string
}

/** A filter as a chip. Over it lies the browser's own select, unseen: keyboard, type-ahead and the phone's wheel come with it. */
export function FilterChip({ label, value, onChange, options, anyLabel = 'any', className }: Props) {
  const chosen = options.find((option) => option.value === value)
  return (
    <span
      className={cn(
        'relative inline-flex h-7 flex-none items-center gap-1.5 whitespace-nowrap rounded-control border px-2 text-table hover:bg-hover max-sm:h-10',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid has-focus-visible:outline-offset-2',
        chosen ? 'border-line-strong bg-raised text-ink' : 'border-line-control border-dashed text-ink-2',
        className,
      )}
    >
      {!chosen && <Icon of={Plus} size={12} className="text-muted" />}
      <span aria-hidden>{label}</span>
      {chosen && (
        <>
          <b aria-hidden className="font-medium">
            {chosen.label}
          </b>
          <Icon of={ChevronDown} size={12} className="text-muted" />
        </>
      )}
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none bg-overlay text-ink opacity-0"
      >
        <option value="">{anyLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
