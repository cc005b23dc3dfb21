import type { ReactNode } from 'react'

/** A page in the middle of the screen, without the shell. */
export function LonePage({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 [grid-template-columns:minmax(0,100%)]">
      {children}
      {foot && <footer className="text-center text-meta text-muted">{foot}</footer>}
    </main>
  )
}

/** Shown to people who may use no merchant account. */
export const NoMerchant = ({ name }: { name: string }) => (
  <LonePage foot={`Signed in as ${name}`}>
    <h1 className="font-semibold text-title">You don’t have access to a merchant account</h1>
    <p className="max-w-[44ch] text-center text-muted">Ask an admin to give you access to one.</p>
  </LonePage>
)
