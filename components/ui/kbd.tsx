/** A key to press. The phone has none, so it shows none. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center whitespace-nowrap rounded-chip border bg-raised px-1 font-medium font-sans text-[0.75rem]/4.5 text-muted max-sm:hidden">
      {children}
    </kbd>
  )
}
