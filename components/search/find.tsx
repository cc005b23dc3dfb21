'use client'

import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { buyerPath } from '@/lib/core/buyer-path'
import type { Problem } from '@/lib/core/problem'
import { searchBuyers } from '@/lib/search/client/search'
import { opensAtOnce, type Reading, readingOf, readingWords, type SearchAnswer } from '@/lib/search/search-reading'
import { SearchHits } from './search-hits'
import { SearchProblem } from './search-problem'

type Props = {
  merchant: string
  merchantName: string
  ticket: string | null
  /** A search from a ticket's link that didn't open a buyer by itself. */
  initial: { q: string; answer: SearchAnswer | null; problem: Problem | null } | null
}

/** The find box. Enter searches; a single exact hit opens the buyer unless a message has to be read first. */
export function Find({ merchant, merchantName, ticket, initial }: Props) {
  const router = useRouter()
  const [typed, setTyped] = useState(initial?.q ?? '')
  const search = useMutation({
    mutationFn: (q: string) => searchBuyers(merchant, q),
    onSuccess: (found) => {
      const buyerId = opensAtOnce(found)
      if (buyerId !== null) router.push(buyerPath(buyerId, ticket))
    },
  })
  const untouched = search.isIdle && typed === initial?.q
  const answer = search.data ?? (untouched ? initial.answer : null)
  const problem = search.error?.problem ?? (untouched ? initial.problem : null)

  // Remove the link's search from the address: it may be an e-mail, and browsers and logs keep addresses.
  useEffect(() => {
    if (initial) history.replaceState(null, '', ticket === null ? '/' : `/?${new URLSearchParams({ ticket })}`)
  }, [initial, ticket])

  function type(text: string) {
    setTyped(text)
    search.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const reading = readingOf(typed)
    if (reading) search.mutate(reading.text)
  }

  return (
    <search>
      <form onSubmit={submit} className="grid max-w-209 gap-2" aria-busy={search.isPending}>
        <SearchBox
          value={typed}
          onType={type}
          merchantName={merchantName}
          reading={readingOf(typed)?.as ?? null}
          searching={search.isPending}
        />
        {problem && <SearchProblem problem={problem} />}
        {answer && <SearchHits answer={answer} ticket={ticket} />}
      </form>
    </search>
  )
}

type SearchBoxProps = {
  value: string
  onType: (text: string) => void
  merchantName: string
  reading: Reading | null
  searching: boolean
}

function SearchBox({ value, onType, merchantName, reading, searching }: SearchBoxProps) {
  return (
    <>
      <span className="relative block">
        <Icon of={Search} className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
        <input
          type="search"
          aria-label="Find a buyer"
          aria-describedby="find-reading"
          placeholder="E-mail, name, id or last four digits"
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
            <span className="max-sm:hidden">Press Enter to search {merchantName}</span>
          </>
        ) : (
          `Searched ${merchantName}`
        )}
      </p>
    </>
  )
}
