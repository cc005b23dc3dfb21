import { type CountedIds, countedFields, countedIn, notCounted } from '@/lib/core/counted'
import { useSearchParamsState } from './use-search-params-state'

/** The number that opened a page, as the server read it, for as long as the address names it; and the way to the list as of now. */
export function useCounted(given: CountedIds | null): [CountedIds | null, () => void] {
  const [address, change] = useSearchParamsState(countedFields)
  const isNamed = given !== null && countedIn(address)?.at === given.at
  return [isNamed ? given : null, () => change(notCounted, true)]
}
