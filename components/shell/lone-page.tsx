import type { ReactNode } from 'react'

/** The middle of the screen, for what stands outside the desk. */
export function LonePage({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 [grid-template-columns:minmax(0,100%)]">
      {children}
      {foot && <footer className="text-center text-meta text-muted">{foot}</footer>}
    </main>
  )
}
