import type { ReactNode } from 'react'
import { Logo } from './logo'

const notch = 'absolute -top-2 h-4 w-2 border bg-surface'

/** The card of pages that are shown to nobody signed in: a ticket with its stub torn off. */
export function Stub({ children }: { children: ReactNode }) {
  return (
    <div className="w-full max-w-94 rounded-dialog border bg-raised">
      <div className="px-7 py-5 text-head">
        <Logo />
      </div>
      <div className="relative mx-3 border-line-control border-t border-dashed">
        <span className={`${notch} -left-3.25 rounded-r-full border-l-0`} />
        <span className={`${notch} -right-3.25 rounded-l-full border-r-0`} />
      </div>
      {children}
    </div>
  )
}
