'use client'

import { cn } from '@/lib/core/cn'

export type Segment<V extends string> = { value: V; label: string; count?: number | undefined }

type Props<V extends string> = {
  label: string
  segments: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
  className?: string
}

export function SegmentedControl<V extends string>({ label, segments, value, onChange, className }: Props<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend; the label names the group.
    <div
      role="group"
      aria-label={label}
      className={cn('inline-flex flex-none gap-0.5 rounded-control border bg-sunken p-0.5', className)}
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
          className="flex h-6 items-center gap-1.5 whitespace-nowrap rounded-chip px-2.5 font-medium text-muted text-table hover:text-ink aria-pressed:bg-pressed aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line-strong max-sm:h-10 max-sm:px-3"
        >
          {segment.label}
          {segment.count !== undefined && (
            <span className="font-normal text-muted tabular-nums">{segment.count.toLocaleString('en')}</span>
          )}
        </button>
      ))}
    </div>
  )
}
