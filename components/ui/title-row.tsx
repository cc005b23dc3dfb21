import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Directly after the title: a scope, the state of what the page shows. */
  beside?: ReactNode
  /** At the right end: buttons. */
  children?: ReactNode
}

/** The head of a page where people work: one line of 32 px, so that the first fact is near the top. */
export function TitleRow({ title, beside, children }: Props) {
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="font-semibold text-title">{title}</h1>
      {beside && <div className="min-w-0 text-muted text-table">{beside}</div>}
      {children && <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{children}</div>}
    </div>
  )
}
