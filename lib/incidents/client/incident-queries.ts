import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import type { Counted } from '@/lib/core/counted'
import { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type {
  Incident,
  IncidentRows,
  IncidentState,
  IncidentStep,
  Incidents,
  IncidentTexts,
  PreviewCount,
  RowState,
} from '../incident'

const listsKey = (merchant: string) => ['incidents', merchant] as const
const oneKey = (merchant: string, id: string) => ['incident', merchant, id] as const

/** Incidents, the newest first, a piece at a time. `open`: not closed yet, or counted by the number that opened the page. */
export const incidentsQuery = (merchant: string, state: 'open' | 'closed' | 'waiting' | null, counted: Counted | null = null) =>
  infiniteQueryOptions({
    queryKey: [...listsKey(merchant), state, counted],
    queryFn: ({ pageParam, signal }) =>
      request<Incidents>(routes.withSearch(routes.incidents(), { state, after: pageParam, ...counted }), { signal, merchant }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })

const movesByItself: readonly IncidentState[] = ['pilot', 'running']

/** The dashboard couldn't be reached, which passes. */
const isAway = (error: Error): boolean => error instanceof ServiceProblem && error.problem.kind === 'unavailable'

/** One incident. While it moves by itself it's looked up every second, otherwise every five, until it's closed. */
export const incidentQuery = (merchant: string, id: string) =>
  queryOptions({
    queryKey: oneKey(merchant, id),
    queryFn: ({ signal }) => request<Incident>(routes.incident(id), { signal, merchant, background: true }),
    staleTime: 1_000,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, error } }) => {
      if (data === undefined || data.state === 'closed' || (error !== null && !isAway(error))) return false
      const isMoving = data.making !== null || movesByItself.includes(data.state) || (data.run?.counts.claimed ?? 0) > 0
      return isMoving ? 1_000 : 5_000
    },
  })

/** Which rows of an incident: those of one number of the preview, or of one state of the run; without either all. */
export type RowsOf = { count?: PreviewCount; state?: RowState }

/** Rows of an incident, a piece at a time. `version` names what was counted, so that another preview shows its own rows. */
export const incidentRowsQuery = (merchant: string, id: string, of: RowsOf, version: number | string) =>
  infiniteQueryOptions({
    queryKey: [...oneKey(merchant, id), 'rows', of, version],
    queryFn: ({ pageParam, signal }) =>
      request<IncidentRows>(routes.withSearch(routes.incidentRows(id), { ...of, after: pageParam }), {
        signal,
        merchant,
        background: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    staleTime: 5_000,
    placeholderData: (last) => last,
  })

/** Every refused row, so that people choose from all of them; at most 1,000 are planned again at once. */
export const refusedRowsQuery = (merchant: string, id: string) =>
  queryOptions({
    queryKey: [...oneKey(merchant, id), 'refused'],
    queryFn: async ({ signal }) => {
      const rows: IncidentRows['data'] = []
      for (let after: string | null | undefined; after !== null && rows.length < 1_000; ) {
        const address = routes.withSearch(routes.incidentRows(id), { state: 'refused', limit: '200', after })
        const { data, meta } = await request<IncidentRows>(address, { signal, merchant })
        rows.push(...data)
        after = meta.next
      }
      return rows.slice(0, 1_000)
    },
    staleTime: 0,
  })

/** What customers may be told, by language: anew once what was on its way at the stop has ended, or something is settled. */
export const incidentTextsQuery = (merchant: string, { id, done, run }: Pick<Incident, 'id' | 'done' | 'run'>) =>
  queryOptions({
    queryKey: [...oneKey(merchant, id), 'texts', done, run?.settled],
    queryFn: ({ signal }) => request<IncidentTexts>(routes.incidentTexts(id), { signal, merchant }),
    staleTime: 30_000,
  })

const addresses = {
  preview: routes.incidentPreview,
  ask: routes.incidentAsk,
  decide: routes.incidentDecide,
  start: routes.incidentStart,
  look: routes.incidentLook,
  'go-on': routes.incidentGoOn,
  pause: routes.incidentPause,
  resume: routes.incidentResume,
  stop: routes.incidentStop,
  close: routes.incidentClose,
  'take-over': routes.incidentTakeOver,
  rate: routes.incidentRate,
  inverse: routes.incidentInverse,
  again: routes.incidentAgain,
} satisfies Record<Exclude<IncidentStep, 'edit'>, (id: string) => string>

export type PostedStep = keyof typeof addresses
export type StepGiven = { step: PostedStep; version: number; body?: object }

/** A brake works whatever was on screen. */
const brakes: readonly PostedStep[] = ['pause', 'stop']

/** Takes a step. Answers the incident as it is then, or the new one that the step made. */
export const takeStep = (actionId: string, merchant: string, id: string, { step, version, body = {} }: StepGiven) =>
  request<Incident>(addresses[step](id), {
    actionId,
    merchant,
    headers: brakes.includes(step) ? {} : versionHeader(version),
    body,
  })

export const versionHeader = (version: number) => ({ 'x-version': String(version) })

/** Shows an incident as a step answered it, and has the lists of them looked up again. */
export function showIncident(queryClient: QueryClient, merchant: string, incident: Incident): void {
  queryClient.setQueryData(oneKey(merchant, incident.id), incident)
  void queryClient.invalidateQueries({ queryKey: listsKey(merchant) })
}

/** Has an incident looked up again, after a step that couldn't be taken. */
export const refreshIncident = (queryClient: QueryClient, merchant: string, id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: oneKey(merchant, id) })
