import { cn } from '@/lib/core/cn'

/** The look of a filter that opens a little form: dashed while it is off. */
export const filterChipClass = (isOn: boolean) =>
  cn(
    'inline-flex h-7 flex-none items-center gap-1.5 whitespace-nowrap rounded-control border px-2 text-table hover:bg-hover max-sm:h-10',
    isOn ? 'border-line-strong bg-raised text-ink' : 'border-line-control border-dashed text-ink-2',
  )
