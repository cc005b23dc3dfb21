import { Search } from 'lucide-react'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { type Reading, readingWords } from '@/lib/search-reading'

type Props = { value: string; onType: (text: string) => void; merchantName: string; reading: Reading | null; searching: boolean }

export function SearchBox({ value, onType, merchantName, reading, searching }: Props) {
  return (
    <>
      <span className="relative block">
        <Icon of={Search} className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
        <input
          type="search"
          aria-label="Find a buyer"
          aria-describedby="find-reading"
          placeholder="E-mail, name, id, last four"
          // biome-ignore lint/a11y/noAutofocus: finding a buyer is what people come to this page for.
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          value={value}
          onChange={(event) => onType(event.target.value)}
          className="h-12 w-full rounded-card border border-line-control bg-raised pr-12 pl-11 text-head focus-visible:rounded-card focus-visible:border-focus [&::-webkit-search-cancel-button]:hidden"
        />
        <span className="absolute top-1/2 right-3 -translate-y-1/2">
          <Kbd>/</Kbd>
        </span>
      </span>
      <p id="find-reading" role="status" className="flex min-h-6 items-center gap-2 text-meta text-muted">
        {searching ? (
          `Searching ${merchantName}…`
        ) : reading ? (
          <>
            Read as <span className="rounded-chip border bg-raised px-1.5 font-medium text-ink-2">{readingWords[reading]}</span>
            <span className="max-sm:hidden">Enter searches in {merchantName}</span>
          </>
        ) : (
          `Searched in ${merchantName}`
        )}
      </p>
    </>
  )
}
