/** The stub of a ticket, torn at its perforation. */
export function Logo({ word = true }: { word?: boolean }) {
  return (
    <span className="flex items-center gap-2 font-semibold text-ink tracking-[-0.012em]">
      <svg width="22" height="16" viewBox="0 0 22 16" aria-hidden className="flex-none">
        <path
          d="M2.5.75h17A1.75 1.75 0 0 1 21.25 2.5v2.6a2.9 2.9 0 0 0 0 5.8v2.6a1.75 1.75 0 0 1-1.75 1.75h-17A1.75 1.75 0 0 1 .75 13.5v-11C.75 1.53 1.53.75 2.5.75Z"
          fill="currentColor"
        />
        <path d="M7.5 3v10" strokeWidth="1.5" strokeDasharray="2 2" className="stroke-raised" />
      </svg>
      <span className={word ? undefined : 'max-sm:sr-only'}>Counterfoil</span>
    </span>
  )
}
