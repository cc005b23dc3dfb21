type Props = { texts: readonly string[]; text: string; onPick: (text: string) => void }

/** Texts that fill a field at one press; what was picked may be completed in the field. */
export const PickChips = ({ texts, text, onPick }: Props) => (
  <div className="flex flex-wrap gap-1.5">
    {texts.map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={text.startsWith(each)}
        onClick={() => onPick(each)}
        className="h-7 rounded-full border border-line-strong px-2.5 text-ink-2 text-table hover:bg-hover focus-visible:rounded-full aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-ink aria-pressed:ring-inset max-sm:h-10 max-sm:px-3"
      >
        {each}
      </button>
    ))}
  </div>
)
