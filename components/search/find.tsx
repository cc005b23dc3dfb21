'use client'

import { type FormEvent, useRef } from 'react'
import { onDemand } from '@/components/ui/late'
import { clueKey } from '@/lib/search/clue'
import { readingLabels } from '@/lib/search/search-reading'
import { FindBox } from './find-box'
import { SearchProblem } from './search-problem'
import { type FindContext, useFind } from './use-find'

// It comes with the first answer, or before where a key is pressed outside of the field.
const SearchHits = onDemand(() => import('./search-hits').then((file) => file.SearchHits))

/** Whoever pastes and presses Enter at once means the search, though its answer may just have come. */
const settleMs = 250

/**
 * The find box. Enter searches, and a message that is pasted is searched at once. A single exact hit opens its buyer unless something has to
 * be read first; with hits on screen Enter opens the one that is marked.
 */
export function Find(context: FindContext) {
  const find = useFind(context)
  const { answer, problem, isSearching, clues, leftOut } = find
  const form = useRef<HTMLFormElement>(null)
  const hit = (which = '') => form.current?.querySelector<HTMLElement>(`[data-hit${which}]`)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSearching) return
    const marked = hit('="at"')
    if (!marked) find.search()
    else if (Date.now() - find.answeredAt.current > settleMs) marked.click()
  }

  return (
    <search>
      <form ref={form} onSubmit={submit} className="grid gap-2" aria-busy={isSearching}>
        <FindBox
          value={find.field}
          onType={find.type}
          onPaste={find.paste}
          message={find.message}
          clues={clues}
          leftOut={leftOut}
          onLeaveOut={find.leaveOut}
          onClear={find.clear}
          onDown={() => hit()?.focus()}
        />
        <p id="find-reading" role="status" className="flex min-h-6 items-center gap-2 text-meta text-muted">
          <Status find={find} merchantName={context.merchant.name} />
        </p>
        {problem && <SearchProblem problem={problem} />}
        {answer && (
          <SearchHits
            key={find.askedAt}
            answer={answer}
            ticket={context.ticket}
            merchant={context.merchant}
            clues={clues.filter((clue) => !leftOut.has(clueKey(clue)))}
          />
        )}
      </form>
    </search>
  )
}

/** What the box does with what is in it, read out as it changes. */
function Status({ find, merchantName }: { find: ReturnType<typeof useFind>; merchantName: string }) {
  const { reading, answer, isSearching, message, clues } = find
  if (isSearching) return `Searching ${merchantName}…`
  if (reading === null) return `Searches ${merchantName}`
  if (answer !== null && answer.hits.length === 0) return 'No match.'
  if (answer !== null)
    return (
      <>
        Results are below. <span className="max-sm:hidden">Use the down arrow to move through them and Enter to open one.</span>
      </>
    )
  if (message !== null && clues.length === 0)
    return 'This message has no e-mail, id, amount, date, last four digits or descriptor in it, so nothing was searched.'
  if (message !== null) return 'The message stays in this browser. We send only what we recognise in it.'
  return (
    <>
      {reading.as !== 'clues' && (
        <>
          Read as <span className="rounded-chip border bg-raised px-1.5 font-medium text-ink-2">{readingLabels[reading.as]}</span>
        </>
      )}
      <span className="max-sm:hidden">Press Enter to search {merchantName}</span>
    </>
  )
}
