import type { ComponentProps, ReactNode } from 'react'

/** A checkbox with its label, which is part of the touch target. */
export function CheckBox({ children, ...props }: Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }) {
  return (
    <label className="flex min-h-7 min-w-0 items-center gap-2 text-table max-sm:min-h-10">
      <input {...props} type="checkbox" className="size-4 flex-none accent-primary" />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
