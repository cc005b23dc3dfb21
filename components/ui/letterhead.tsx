export type LetterheadProps = {
  name: string
  /** One below the other under the name. */
  lines: readonly string[]
  /** Of the account, where there are several. */
  colour: string | null
}

/** Who writes, at the head of a paper. */
export function Letterhead({ name, lines, colour }: LetterheadProps) {
  return (
    <div className="flex items-start gap-3">
      <span
        aria-hidden
        data-account={colour}
        className="grid size-9 flex-none place-items-center rounded-control bg-ink [print-color-adjust:exact] font-semibold text-raised data-account:bg-account data-account:text-on-account"
      >
        {Array.from(name)[0]}
      </span>
      <p dir="auto" className="wrap-anywhere">
        <b className="font-semibold text-head">{name}</b>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and they never change places.
          <span key={at} className="block text-ink-2 text-meta">
            {line}
          </span>
        ))}
      </p>
    </div>
  )
}
