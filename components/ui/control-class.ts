import { cn } from '@/lib/core/cn'

export type ControlSize = 'large' | 'normal' | 'small'

const sizes = {
  large: 'h-10 px-2.5 text-body',
  normal: 'h-control px-2.5 text-body',
  small: 'h-control-small px-2 text-table',
}

/** The look of input, select and textarea. On the phone 16 px, or the browser zooms in on focus. */
export function controlClass(size: ControlSize = 'normal'): string {
  return cn(
    'block w-full min-w-0 rounded-control border border-line-control bg-raised text-ink max-sm:text-[1rem]',
    'focus-visible:-outline-offset-1 focus-visible:rounded-control focus-visible:border-focus',
    'aria-invalid:border-danger-solid aria-invalid:outline-1 aria-invalid:outline-danger-solid aria-invalid:outline-solid',
    'disabled:border-line disabled:bg-sunken disabled:text-muted',
    sizes[size],
  )
}
