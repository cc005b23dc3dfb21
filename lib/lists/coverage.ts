import { shortDay } from '@/lib/core/dates'
import type { ListCoverage } from './list-page'
import type { ListFilter } from './lists'

/** What a filter leaves out beside what it's meant to. */
export const filterNote = ({ country }: ListFilter): string =>
  country === undefined
    ? ''
    : ' The country is that of the buyer’s newest known billing address. Buyers without one aren’t included.'

/** On what a list rests, in a sentence. */
export function describeCoverage({ of, buyers, read, from, until }: ListCoverage, merchant: string, today: string): string {
  if (of === 'journal') return `From our own journal of ${merchant}.`
  if (of === 'events')
    return from === null
      ? `No events of ${merchant} are kept.`
      : `From events of ${merchant} since ${shortDay(from, today)}, which are kept 30 days. What the service didn’t send isn’t included.`
  const known = `${buyers.toLocaleString('en')} ${buyers === 1 ? 'buyer' : 'buyers'} known on ${merchant}`
  if (read === null) return `Of ${known}. We’re still counting whose ${of} were read.`
  if (read === 0 || from === null || until === null) return `Of ${known}, no ${of} have been read yet.`
  const days = from === until ? shortDay(until, today) : `${shortDay(from, today)} to ${shortDay(until, today)}`
  return `Of ${known}, the ${of} of ${read.toLocaleString('en')} count, as seen ${days}. Others aren’t included.`
}
