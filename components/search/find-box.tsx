'use client'

import { Search, X } from 'lucide'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { Kbd } from '@/components/ui/kbd'
import { cn } from '@/lib/core/cn'
import { clueKey, clueNames, describeClue, type ReadClue } from '@/lib/search/clue'

type Props = {
  /** What stands in the field. */
  value: string
  onType: (text: string) => void
  /** True where the paste was taken. */
  onPaste: (text: string) => boolean
  /** The message that was pasted, null where there is none. */
  message: string | null
  clues: readonly ReadClue[]
  leftOut: ReadonlySet<string>
  onLeaveOut: (clue: ReadClue) => void
  onClear: () => void
  /** Moves to the first hit, if there are any. */
  onDown: () => void
}

/** The field, the message that was pasted into it, and what was read from it. */
export function FindBox({ value, onType, onPaste, message, clues, leftOut, onLeaveOut, onClear, onDown }: Props) {
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    if (onPaste(event.clipboardData.getData('text'))) event.preventDefault()
  }
  function go(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  const kept = clues.filter((clue) => !leftOut.has(clueKey(clue)))
  return (
    <div className="rounded-card border border-line-control bg-raised focus-within:border-focus has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-solid">
      <span className="relative block">
        <Icon of={Search} className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
        <input
          id="find"
          type="search"
          aria-label="Find a buyer"
          aria-describedby="find-reading"
          placeholder={message === null ? 'E-mail, id, last four, or paste the whole ticket' : 'Paste or type to search again'}
          // biome-ignore lint/a11y/noAutofocus: finding a buyer is what people come to this page for.
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          value={value}
          onChange={(event) => onType(event.target.value)}
          onPaste={paste}
          onKeyDown={go}
          className="h-12 w-full rounded-card bg-transparent pr-12 pl-11 text-head outline-none! max-sm:pr-2 max-sm:pl-10 max-sm:placeholder:text-table [&::-webkit-search-cancel-button]:hidden"
        />
        <span className="absolute top-1/2 right-3 -translate-y-1/2 max-sm:hidden">
          <Kbd>/</Kbd>
        </span>
      </span>
      {message !== null && <Message text={message} clues={kept} />}
      {(kept.length > 0 || message !== null) && (
        <div className="flex flex-wrap items-center gap-1.5 rounded-b-card border-t bg-surface py-2 pr-2 pl-4 text-table">
          <span className="mr-0.5 text-muted">{kept.length > 0 ? 'Read as' : 'Nothing to search for'}</span>
          <ul aria-label="Read as" className="contents">
            {kept.map((clue) => (
              <ClueChip key={clueKey(clue)} clue={clue} onLeaveOut={() => onLeaveOut(clue)} />
            ))}
          </ul>
          <Button size="small" variant="quiet" className="ml-auto" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}

/** A clue; a guess is dashed, and says that it is one. */
function ClueChip({ clue, onLeaveOut }: { clue: ReadClue; onLeaveOut: () => void }) {
  const words = describeClue(clue)
  return (
    <li
      className={cn(
        'flex min-h-8 max-w-full items-center gap-1.5 rounded-control border bg-raised pl-2 text-ink',
        clue.isGuess ? 'border-line-control border-dashed' : 'border-accent-line',
      )}
    >
      <span className="flex-none text-muted">{clueNames[clue.kind]}</span>
      <span className="truncate font-medium tabular-nums">{words}</span>
      {clue.isGuess && <span className="sr-only">(a guess)</span>}
      <IconButton
        icon={X}
        size="tiny"
        label={`Leave out ${clueNames[clue.kind]} ${words}${clue.isGuess ? ', a guess' : ''}`}
        onClick={onLeaveOut}
      />
    </li>
  )
}

/** The message as it was pasted, what was read from it marked. It is only here: nothing but the clues is sent. */
function Message({ text, clues }: { text: string; clues: readonly ReadClue[] }) {
  const pieces: { text: string; from: number; isMarked: boolean }[] = []
  let at = 0
  for (const { from, to } of clues) {
    if (from < at || to <= from) continue
    pieces.push({ text: text.slice(at, from), from: at, isMarked: false }, { text: text.slice(from, to), from, isMarked: true })
    at = to
  }
  pieces.push({ text: text.slice(at), from: at, isMarked: false })
  return (
    <p dir="auto" className="mx-4 mb-3 line-clamp-6 whitespace-pre-line pl-7 text-body wrap-anywhere max-sm:pl-0">
      {pieces.map((piece) =>
        piece.isMarked ? (
          <mark key={piece.from} className="rounded-bar bg-mark text-ink">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </p>
  )
}
