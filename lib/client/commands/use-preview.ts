import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Preview } from '@/lib/preview'
import type { ServiceProblem } from '@/lib/problem'
import { useSettled } from '../use-settled'
import { type Previewed, previewQuery } from './preview-query'

export type ShownPreview = {
  /** The one on screen, be it of the form as it was a moment ago; undefined before the first, and while the form is not valid. */
  shown: Preview | undefined
  /** Whether it is of the form as it stands. */
  current: boolean
  error: ServiceProblem | null
}

/** The preview of a form as it is typed; `asked` is null while it is not valid. The one before stays on screen while the next comes. */
export function usePreview(asked: Previewed | null): ShownPreview {
  const settled = useSettled(asked, 150)
  const wanted = settled ?? asked
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(wanted ?? { merchant: '', operation: '', params: {}, body: null, buyerAddress: null }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
  })
  const current = asked !== null && !isPlaceholderData && JSON.stringify(asked) === JSON.stringify(wanted)
  if (asked === null) return { shown: undefined, current: false, error: null }
  return { shown: data, current: current && data !== undefined, error }
}
