'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import { buyerPath } from '@/lib/buyer-path'
import { searchBuyers } from '@/lib/client/search'
import type { Problem } from '@/lib/problem'
import { readingOf, type SearchAnswer } from '@/lib/search-reading'
import { SearchBox } from './search-box'
import { SearchHits } from './search-hits'
import { SearchProblem } from './search-problem'

type Props = {
  merchant: string
  merchantName: string
  ticket: string | null
  /** What a ticket's link asked for and did not open by itself. */
  initial: { q: string; answer: SearchAnswer | null; problem: Problem | null } | null
}

/** The find box. Enter searches; one exact hit opens the buyer at once. */
export function Find({ merchant, merchantName, ticket, initial }: Props) {
  const router = useRouter()
  const [typed, setTyped] = useState(initial?.q ?? '')
  const search = useMutation({
    mutationFn: (q: string) => searchBuyers(merchant, q),
    onSuccess: ({ hits: [hit, another] }) => {
      if (hit?.match === 'exact' && !another) router.push(buyerPath(hit.buyerId, ticket))
    },
  })
  const untouched = search.isIdle && typed === initial?.q
  const answer = search.data ?? (untouched ? initial.answer : null)
  const problem = search.error?.problem ?? (untouched ? initial.problem : null)

  // What a link carried may be an e-mail, and an address is kept by browsers and logs.
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
