import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from './singleton'
import type { SpanContext } from './traces'

/** What is known of the request that is being answered: for the log and the metrics, and what it brings to be proven. */
export type RequestContext = {
  /** The header `x-signature`, which proves nothing until it's checked; null without one. */
  signature: string | null
  requestId: string
  personId: string | null
  merchant: string | null
  /** Of the service, where it named one in a refusal. */
  traceId: string | null
  /** Where traces are on: the span of this request. */
  span: SpanContext | null
  /** Milliseconds spent waiting for the service, exchanges side by side counted each. */
  serviceMs: number
}

const storage = () => singleton('request-context', () => new AsyncLocalStorage<RequestContext>())

/** Does the work as part of a request: what it logs bears that request's id. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => storage().run(context, work)

export const currentRequest = (): RequestContext | undefined => storage().getStore()
