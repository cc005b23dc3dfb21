'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { useRef, useState, useSyncExternalStore } from 'react'
import { Layer } from '@/components/ui/layer'
import { noPaletteSubject, onPaletteSubject, type PaletteEntry, paletteSubject } from '@/lib/client/palette'
import { showKeysEvent } from '@/lib/client/show-keys'
import { useSettled } from '@/lib/client/use-settled'
import { buyerPath } from '@/lib/core/buyer-path'
import { fromOwnJson } from '@/lib/core/json'
import { describeProblem } from '@/lib/core/problem-words'
import { type DashboardRight, may, needsRole, type Role } from '@/lib/core/roles'
import { recentQuery } from '@/lib/knowledge/client/recent-query'
import type { RecentBuyer } from '@/lib/knowledge/recent-buyer'
import { isScreenShared, switchScreenShare } from '@/lib/people/client/screen-share'
import { paletteSearchQuery } from '@/lib/search/client/palette-search-query'
import { type SearchRequest, searchRequestOf } from '@/lib/search/client/search'
import { readingOf } from '@/lib/search/reading-of'
import { hitPath, readingLabels, type SearchAnswer, type TextReading } from '@/lib/search/search-reading'
import { ClipboardEntry } from './clipboard-entry'
import { EntryGroup } from './entry-group'

type Props = { merchant: string; merchantName: string; role: Role; onClose: () => void }

/** Everything that can be done by keyboard: verbs of the buyer on screen, places, buyers. It opens things and never sends. */
export function Palette({ merchant, merchantName, role, onClose }: Props) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const subject = useSyncExternalStore(onPaletteSubject, paletteSubject, noPaletteSubject)
  const { data: recent = [] } = useQuery(recentQuery(merchant))
  const chosen = useRef<(() => void) | null>(null)

  function choose(run: () => void) {
    chosen.current = run
    onClose()
  }

  const openBuyer = (buyerId: string) => router.push(buyerPath(buyerId))
  const reading = readingOf(typed)
  const { hits, says } = useResults({ code: merchant, name: merchantName }, reading)
  const fits = fitting(typed)
  const direct: PaletteEntry[] =
    reading?.as === 'buyerId'
      ? [{ id: `open ${reading.text}`, words: 'Open buyer', aside: reading.text, run: () => openBuyer(reading.text) }]
      : []
  return (
    <Layer
      label="Actions and search"
      place="top"
      onClose={onClose}
      onClosed={() => {
        chosen.current?.()
        chosen.current = null
      }}
    >
      <Command label="Actions and search" shouldFilter={false} loop className="flex min-h-0 flex-col">
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          maxLength={10_000}
          placeholder="Search or run an action"
          className="h-12 w-full flex-none border-b bg-transparent px-4 text-body outline-none placeholder:text-muted max-sm:text-[1rem]"
        />
        <Command.List className="min-h-0 flex-auto overflow-y-auto p-1.5 pb-2">
          <EntryGroup heading="Recognised" entries={direct} onChoose={choose} />
          {subject && <EntryGroup heading={subject.name} entries={subject.entries.filter(fits)} onChoose={choose} />}
          <EntryGroup heading="Go to" entries={placeEntries(role, router.push).filter(fits)} onChoose={choose} />
          <EntryGroup heading="Recent buyers" entries={recentEntries(recent, openBuyer).filter(fits)} onChoose={choose} />
          {typed === '' && <ClipboardEntry onText={setTyped} />}
          {/* Last, so that late results don't move the selected entry. */}
          {reading && (
            <EntryGroup
              heading={`Buyers by ${readingLabels[reading.as]}`}
              entries={hitEntries(hits, router.push)}
              onChoose={choose}
            />
          )}
        </Command.List>
        <p role="status" className="border-t px-4 py-2 text-meta text-muted empty:hidden">
          {says}
        </p>
      </Command>
    </Layer>
  )
}

/** Whether every word that is typed occurs in an entry. */
function fitting(typed: string): (entry: PaletteEntry) => boolean {
  const wanted = typed.trim().toLowerCase().split(/\s+/)
  return ({ words, aside = '' }) => {
    const text = `${words} ${aside}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
}

/** Found buyers by what they are called, each with the reason for the match; the id stands first only where no name is known. */
const hitEntries = (hits: readonly Hit[], go: (path: string) => void): PaletteEntry[] =>
  hits.map((hit) => {
    const { buyerId, charge, reason, title, country } = hit
    const ends = `${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`
    return {
      id: `hit ${buyerId} ${charge?.chargeId} ${reason}`,
      words: title ?? ends,
      aside: [reason, country, title !== null && ends].filter(Boolean).join(' · '),
      run: () => go(hitPath(hit)),
    }
  })

const places: readonly { words: string; path: string; keys: readonly string[]; right: DashboardRight }[] = [
  { words: 'Find a buyer', path: '/', keys: ['G', 'F'], right: 'read' },
  { words: 'Create buyer', path: '/buyers/new', keys: ['N', 'B'], right: 'act' },
  { words: 'Create payment link', path: '/orders/new', keys: ['N', 'O'], right: 'act' },
  { words: 'Prices', path: '/prices', keys: ['G', 'P'], right: 'read' },
  { words: 'Quotes', path: '/quotes', keys: [], right: 'read' },
  { words: 'Lists', path: '/lists', keys: ['G', 'L'], right: 'lists' },
  { words: 'Team report', path: '/report', keys: [], right: 'report' },
  { words: 'Hand-over', path: '/handover', keys: [], right: 'handOver' },
  { words: 'Journal', path: '/journal', keys: ['G', 'J'], right: 'read' },
  { words: 'Approvals', path: '/approvals', keys: [], right: 'approve' },
  { words: 'Incidents', path: '/incidents', keys: ['G', 'I'], right: 'watchIncident' },
  { words: 'Settings', path: '/settings', keys: ['G', 'S'], right: 'editReplies' },
  { words: 'Replies', path: '/settings/replies', keys: [], right: 'read' },
]

/** Pages that can be opened from anywhere, each with its keys. */
function placeEntries(role: Role, go: (path: string) => void): PaletteEntry[] {
  return [
    ...places.map(({ words, path, keys, right }) => ({
      id: `go ${path}`,
      words,
      keys,
      run: () => go(path),
      disabledBecause: may(role, right) ? undefined : needsRole(right),
    })),
    { id: 'screen-share', words: screenShareLabel(), keys: ['S', 'S'], run: switchScreenShare },
    { id: 'keys', words: 'Keyboard shortcuts', keys: ['?'], run: () => document.dispatchEvent(new Event(showKeysEvent)) },
  ]
}

const screenShareLabel = () => (isScreenShared() ? 'End screen-share mode' : 'Screen-share mode')

/** The buyers opened last, named by masked e-mail or name, or by id. */
const recentEntries = (buyers: readonly RecentBuyer[], open: (buyerId: string) => void): PaletteEntry[] =>
  buyers.map(({ buyerId, title, country, ticket }) => ({
    id: `recent ${buyerId}`,
    words: title ?? `${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`,
    aside: [country, ticket].filter(Boolean).join(' · ') || undefined,
    run: () => open(buyerId),
  }))

type Hit = SearchAnswer['hits'][number]

// A search may go to the service and is written down, so it waits until somebody pauses.
const pauseMs = 250
const fewest = 3

/** Whether a reading is worth a search: a buyer id needs none, and a message without a clue tells nothing. */
const isSearched = (reading: TextReading) =>
  reading.as === 'clues' ? reading.clues.length > 0 : reading.as !== 'buyerId' && reading.text.length >= fewest

/** Buyers found for what is typed, and what to say while there are none. Of a message only its clues are sent. */
function useResults(
  merchant: { code: string; name: string },
  reading: TextReading | null,
): { hits: readonly Hit[]; says: string | null } {
  const wanted = reading === null || !isSearched(reading) ? '' : JSON.stringify(searchRequestOf(reading))
  const settled = useSettled(wanted, pauseMs)
  const isAsked = settled !== '' && settled === wanted
  const asked = fromOwnJson<SearchRequest>(settled || '{"q":""}')
  const { data, error, isFetching } = useQuery({ ...paletteSearchQuery(merchant.code, asked), enabled: isAsked })
  if (wanted === '') return { hits: [], says: null }
  if (!isAsked || isFetching) return { hits: [], says: `Searching ${merchant.name}…` }
  if (error) return { hits: [], says: describeProblem(error).detail }
  return { hits: data?.hits ?? [], says: data?.hits.length === 0 ? data.say : null }
}
