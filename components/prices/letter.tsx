/** The letter an option is called by. */
export function Letter({ children }: { children: string }) {
  return (
    <span
      aria-hidden
      className="grid h-5 min-w-5 flex-none place-items-center rounded-chip border border-line-strong px-1 font-semibold text-ink-2 text-meta"
    >
      {children}
    </span>
  )
}
