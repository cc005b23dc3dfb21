import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { ReportFilter, TeamReport } from '../team-report'

/** What was asked for in some days, and what it came to. */
export const reportQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: ['report', filter],
    queryFn: ({ signal }) => request<TeamReport>(routes.withSearch(routes.report(), filter), { signal }),
    staleTime: 10_000,
    placeholderData: (last) => last,
  })
