import type { ComponentProps, ReactNode } from 'react'

/** A box to tick with its words beside it; the words are part of what a finger can hit. */
export function CheckBox({ children, ...props }: Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }) {
  return (
    <label className="flex min-h-7 min-w-0 items-center gap-2 text-table max-sm:min-h-10">
      <input {...props} type="checkbox" className="size-4 flex-none accent-primary" />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
