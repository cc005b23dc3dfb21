import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useClock } from '@/components/ui/use-clock'
import { withoutCardNumbers } from '@/lib/core/card-number'
import { dayIn } from '@/lib/core/dates'
import type { Problem } from '@/lib/core/problem'
import { type SearchRequest, searchBuyers, searchRequestOf } from '@/lib/search/client/search'
import { clueKey, type ReadClue } from '@/lib/search/clue'
import { isMessage } from '@/lib/search/is-message'
import type { readingOf } from '@/lib/search/reading-of'
import { hitPath, opensAtOnce, type SearchAnswer, type TextReading } from '@/lib/search/search-reading'

export type FindContext = {
  merchant: { code: string; name: string; timeZone: string }
  /** Descriptors that the account's charges are known by, folded; none where the page has not asked for them. */
  descriptors?: readonly string[]
  ticket: string | null
  /** A search from a ticket's link that didn't open a buyer by itself. */
  initial: { q: string; answer: SearchAnswer | null; problem: Problem | null } | null
}

/** What was typed or pasted. A message stands below the field, which is free for the next search. */
type Draft = { text: string; isMessage: boolean }

const nothing: ReadonlySet<string> = new Set()
const noDescriptors: readonly string[] = []
// So much at once was not typed: it was pasted, dropped, or spoken.
const manyCharacters = 4

/** The state of Find: the text stays in this browser, and what is sent of a message are its clues, less those that were left out. */
export function useFind({ merchant, descriptors = noDescriptors, ticket, initial }: FindContext) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(initial?.q ?? ''))
  const [leftOut, setLeftOut] = useState(nothing)
  const pasted = useRef(false)
  const today = dayIn(useClock(Date.now()).now, merchant.timeZone)
  const context = useMemo(() => ({ today, descriptors }), [today, descriptors])
  const reader = useReader(draft.text)
  const reading = useMemo(() => reader.read?.(draft.text, context) ?? null, [reader.read, draft.text, context])
  const { ask, ...search } = useSearch(merchant.code, ticket, initial)

  function take(next: Draft, isAsked: (reading: TextReading | null) => boolean) {
    setDraft(next)
    setLeftOut(nothing)
    ask(null, nothing)
    reader.with(next.text, context, (read) => isAsked(read) && ask(read, nothing))
  }

  return {
    ...search,
    field: draft.isMessage ? '' : draft.text,
    message: draft.isMessage ? draft.text : null,
    reading,
    clues: reading?.as === 'clues' ? reading.clues : [],
    leftOut,
    /** What stands in the field now. What came in one go and tells something is searched at once. */
    type(value: string) {
      const isBulk = pasted.current || value.length - (draft.isMessage ? 0 : draft.text.length) >= manyCharacters
      pasted.current = false
      take(isBulk ? draftOf(value) : { text: value, isMessage: false }, (read) => isBulk && read?.as === 'clues')
    },
    /** Takes a message that is pasted as a whole; a shorter text goes into the field. */
    paste(text: string): boolean {
      pasted.current = true
      const next = draftOf(text)
      if (!next.isMessage) return false
      pasted.current = false
      take(next, () => true)
      return true
    },
    leaveOut(clue: ReadClue) {
      const without = new Set([...leftOut, clueKey(clue)])
      setLeftOut(without)
      ask(reading, without)
    },
    clear: () => take({ text: '', isMessage: false }, () => false),
    search() {
      const next = draftOf(draft.text)
      setDraft(next)
      reader.with(next.text, context, (read) => ask(read, leftOut))
    },
  }
}

type Read = typeof readingOf

/** Reads what is typed. How that's done comes with the first letter; until then a search is for the text as it is. */
function useReader(text: string) {
  const [read, setRead] = useState<Read | null>(null)
  const newest = useRef('')
  useEffect(() => {
    if (text === '' || read !== null) return
    loadReader().then(
      (loaded) => setRead(() => loaded),
      () => undefined, // it's asked for again with the next letter, and with the search
    )
  }, [text, read])

  return {
    read,
    /** Calls back at once where it can; not at all where something else was typed before it could. */
    with(given: string, context: Parameters<Read>[1], then: (reading: TextReading | null) => void) {
      newest.current = given
      if (read !== null) return then(read(given, context))
      void loadReader()
        .catch((): Read => asText)
        .then((loaded) => newest.current === given && then(loaded(given, context)))
    },
  }
}

const loadReader = async (): Promise<Read> => (await import('@/lib/search/reading-of')).readingOf

const asText: Read = (text) => (text.trim() === '' ? null : { as: 'other', text: text.trim() })

/** The search that is asked for, of which the newest alone counts; until then that of a ticket's link. */
function useSearch(merchant: string, ticket: string | null, initial: FindContext['initial']) {
  const router = useRouter()
  const [linked, setLinked] = useState(initial)
  const answeredAt = useRef(0)
  const newest = useRef<SearchRequest | null>(null)
  const search = useMutation({
    mutationFn: (request: SearchRequest) => searchBuyers(merchant, request),
    onSuccess: (found, sent) => {
      if (newest.current !== sent) return // something else is in the field by now
      answeredAt.current = Date.now()
      const hit = opensAtOnce(found)
      if (hit !== null) router.push(hitPath(hit, ticket))
    },
  })

  // Remove the link's search from the address: it may be an e-mail, and browsers and logs keep addresses.
  useEffect(() => {
    if (initial) history.replaceState(null, '', ticket === null ? '/' : `/?${new URLSearchParams({ ticket })}`)
  }, [initial, ticket])

  function ask(of: TextReading | null, without: ReadonlySet<string>) {
    const kept = of?.as === 'clues' ? { ...of, clues: of.clues.filter((clue) => !without.has(clueKey(clue))) } : of
    setLinked(null)
    newest.current = kept === null || (kept.as === 'clues' && kept.clues.length === 0) ? null : searchRequestOf(kept)
    if (newest.current === null) search.reset()
    else search.mutate(newest.current)
  }

  return {
    ask,
    isSearching: search.isPending,
    /** When the newest search began, and when its answer came, in milliseconds. */
    askedAt: search.submittedAt,
    answeredAt,
    answer: search.data ?? linked?.answer ?? null,
    problem: search.error?.problem ?? linked?.problem ?? null,
  }
}

/** A text without full card numbers, and whether it is a message. */
function draftOf(given: string): Draft {
  const text = withoutCardNumbers(given.replace(/\r\n?/g, '\n'))
  return { text, isMessage: isMessage(text) }
}
