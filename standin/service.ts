import { hasExtraReads } from './accounts'
import { authenticate } from './authenticate'
import { invalid, Refusal } from './errors'
import { Faults } from './faults'
import { HeldRequests } from './held-requests'
import type { Operation } from './operations/operation'
import { type ReceivedRequest, RequestsLog } from './requests-log'
import { anyLength } from './seed/any-length'
import { World } from './world'

/** The service without its sockets: its memory, what is wrong with it, and what it has received. */
export class Service {
  readonly faults = new Faults()
  readonly held = new HeldRequests()
  readonly received = new RequestsLog()
  private world: World

  constructor(
    readonly now: () => Date,
    private readonly renewalDelayMs: number | undefined,
  ) {
    this.world = new World(now, renewalDelayMs)
  }

  /** Back to the seeded buyers; nothing stays of faults, held and received requests, or renewals to come. */
  reset(): void {
    this.stop()
    this.faults.clear()
    this.received.clear()
    this.world = new World(this.now, this.renewalDelayMs)
  }

  /** Makes a buyer with a history of any length; returns their id. */
  takeInHistory(wanted: Parameters<typeof anyLength>[1]): string {
    const buyer = anyLength(this.now(), wanted)
    this.world.takeIn(buyer)
    return buyer.id
  }

  stop(): void {
    this.held.drop()
    this.world.stop()
  }

  /** Authenticates a request, carries its operation out and makes the answer; the entry in the log learns what came of it. */
  perform(operation: Operation, request: Request, params: Partial<Record<string, string>>, entry: ReceivedRequest): Response {
    const answer = this.answerTo(operation, request, params, entry)
    entry.status = answer.status
    entry.applied = answer.ok
    return answer
  }

  private answerTo(
    operation: Operation,
    request: Request,
    params: Partial<Record<string, string>>,
    entry: ReceivedRequest,
  ): Response {
    try {
      const account = authenticate(request.headers)
      if (operation.isExtraRead && !hasExtraReads(account)) return noSuchPath()
      const { status, body } = operation.run({
        world: this.world,
        account,
        params,
        query: new URLSearchParams(entry.query),
        headers: request.headers,
        body: readJson(entry.body),
        habits: this.faults.habits,
      })
      return status === 204 ? new Response(null, { status }) : Response.json(body, { status })
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.body, { status: error.status })
      throw error
    }
  }
}

/** Not one of the service's error shapes, so that "no such path" differs from "no such buyer". */
export const noSuchPath = () =>
  new Response('<!doctype html><title>404</title><h1>Not Found</h1>', {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

/** What the service makes of a body that is not JSON is not stated; here it is a validation failure. */
function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([{ field: 'body', title: 'Must be JSON.' }])
  }
}
