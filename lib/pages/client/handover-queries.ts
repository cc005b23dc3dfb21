import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Handover, Handovers } from '../handover'

const handoversKey = (merchant: string) => ['handovers', merchant] as const

/** The newest sheets, and what one would hold that is made now. */
export const handoversQuery = (merchant: string) =>
  queryOptions({
    queryKey: handoversKey(merchant),
    queryFn: ({ signal }) => request<Handovers>(routes.handovers(), { signal, merchant }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })

/** A sheet, with what has become of each thing on it. */
export const handoverQuery = (merchant: string, id: string) =>
  queryOptions({
    queryKey: [...handoversKey(merchant), id],
    queryFn: ({ signal }) => request<Handover>(routes.handover(id), { signal, merchant }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })
