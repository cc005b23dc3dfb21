import { useQuery } from '@tanstack/react-query'
import { paletteSearchQuery } from '@/lib/client/palette-search-query'
import { useSettled } from '@/lib/client/use-settled'
import { problemWords } from '@/lib/problem-words'
import { type Reading, readingWords, type SearchAnswer } from '@/lib/search-reading'
import { EntryGroup } from './entry-group'

type Props = {
  merchant: string
  merchantName: string
  reading: { as: Reading; text: string }
  onChoose: (buyerId: string) => void
}

// A search may go to the service and is written down, so it waits until somebody pauses.
const pauseMs = 250
const fewest = 3

/** Buyers found for what is typed. They come in below everything else, so that nothing that is selected moves. */
export function Results({ merchant, merchantName, reading, onChoose }: Props) {
  const text = useSettled(reading.text, pauseMs) ?? ''
  const isWanted = text.length >= fewest
  const { data, error, isFetching } = useQuery({ ...paletteSearchQuery(merchant, text), enabled: isWanted })
  const hits = isWanted ? (data?.hits ?? []) : []
  const says = error
    ? problemWords(error).detail
    : isFetching || text !== reading.text
      ? `Searching ${merchantName}…`
      : isWanted && hits.length === 0
        ? data?.say
        : null
  return (
    <>
      <EntryGroup
        heading={`Buyers, read as ${readingWords[reading.as]}`}
        entries={hits.map((hit) => ({
          ...{ id: `hit ${hit.buyerId}`, words: nameOf(hit), aside: asideOf(hit) },
          run: () => onChoose(hit.buyerId),
        }))}
        onChoose={(run) => run()}
      />
      <p role="status" className="px-2.5 py-1.5 text-meta text-muted empty:hidden">
        {says}
      </p>
    </>
  )
}

type Hit = SearchAnswer['hits'][number]

const nameOf = ({ buyerId }: Hit) => `${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`

/** The reason first, then whatever else a hit tells in plain words. */
function asideOf({ buyerId: _, reason, ...rest }: Hit): string {
  const more = Object.values(rest).filter((value) => typeof value === 'string' && value !== '')
  return [reason, ...more].join(' · ')
}
