'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { useRef, useState, useSyncExternalStore } from 'react'
import { PaletteFrame } from '@/components/ui/palette-frame'
import { buyerPath } from '@/lib/buyer-path'
import { noPaletteSubject, onPaletteSubject, type PaletteEntry, paletteSubject } from '@/lib/client/palette'
import { recentQuery } from '@/lib/client/recent-query'
import type { Role } from '@/lib/roles'
import { readingOf, readingWords } from '@/lib/search-reading'
import { ClipboardEntry } from './clipboard-entry'
import { EntryGroup } from './entry-group'
import { hitEntries } from './hit-entries'
import { placeEntries } from './places'
import { recentEntries } from './recent-entries'
import { useResults } from './use-results'

type Props = { merchant: string; merchantName: string; role: Role; onClose: () => void }

/** Everything one can do from here, by keyboard: the buyer on screen first, then places, then buyers. It opens, it never sends. */
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
    <PaletteFrame
      label="Actions and search"
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
          placeholder="Do or find anything"
          className="h-12 w-full flex-none border-b bg-transparent px-4 text-body outline-none placeholder:text-muted max-sm:text-[1rem]"
        />
        <Command.List className="min-h-0 flex-auto overflow-y-auto p-1.5 pb-2">
          <EntryGroup heading="Recognised" entries={direct} onChoose={choose} />
          {subject && <EntryGroup heading={subject.name} entries={subject.entries.filter(fits)} onChoose={choose} />}
          <EntryGroup heading="Go to" entries={placeEntries(role, router.push).filter(fits)} onChoose={choose} />
          <EntryGroup heading="Recent buyers" entries={recentEntries(recent, openBuyer).filter(fits)} onChoose={choose} />
          {typed === '' && <ClipboardEntry onText={setTyped} />}
          {/* Below everything else, so that what comes in late moves nothing that is selected. */}
          {reading && (
            <EntryGroup
              heading={`Buyers, read as ${readingWords[reading.as]}`}
              entries={hitEntries(hits, openBuyer)}
              onChoose={choose}
            />
          )}
        </Command.List>
        <p role="status" className="border-t px-4 py-2 text-meta text-muted empty:hidden">
          {says}
        </p>
      </Command>
    </PaletteFrame>
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
