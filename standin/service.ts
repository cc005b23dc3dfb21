import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { invalid, Refusal, unauthorised } from './errors'
import { EventSender, type Retries } from './event-sender'
import { Faults } from './faults'
import { HeldRequests } from './held-requests'
import { liveOn } from './life'
import type { Operation } from './operations/operation'
import { type ReceivedRequest, RequestsLog } from './requests-log'
import { buyerWithHistory } from './seed/buyer-with-history'
import { signToken } from './sign'
import { hasExtraReads, type StandinMerchant, standinMerchants } from './standin-merchants'
import { World } from './world'

export type ServiceOptions = {
  /** How long after an end date of today the subscription renews; the default is a random time of 5 to 30 minutes. */
  renewalDelayMs?: number | undefined
  /** How often an event is sent that nobody takes; by default as documented. */
  retries?: Retries | undefined
  /** How often something happens by itself; by default nothing does. */
  eventsPerMinute?: number | undefined
}

/** The service without its sockets: its memory, what is wrong with it, and what it has received. */
export class Service {
  readonly faults = new Faults()
  readonly held = new HeldRequests()
  readonly received = new RequestsLog()
  readonly events: EventSender
  private world: World
  private readonly life: NodeJS.Timeout | undefined

  constructor(
    readonly now: () => Date,
    { renewalDelayMs, retries, eventsPerMinute = 0 }: ServiceOptions,
  ) {
    this.renewalDelayMs = renewalDelayMs
    this.events = new EventSender(now, retries)
    this.world = this.newWorld()
    let turn = 0
    if (eventsPerMinute > 0)
      this.life = setInterval(() => this.events.isHeard && liveOn(this.world, turn++), 60_000 / eventsPerMinute).unref()
  }

  private readonly renewalDelayMs: number | undefined

  private newWorld(): World {
    return new World(this.now, this.renewalDelayMs, (event) => this.events.tell(event))
  }

  /** Back to the seeded buyers; nothing stays of faults, held and received requests, or renewals to come. */
  reset(): void {
    this.stop()
    this.faults.clear()
    this.received.clear()
    this.world = this.newWorld()
  }

  /** Makes a buyer with a history of any length; returns their id. */
  takeInHistory(wanted: Parameters<typeof buyerWithHistory>[1]): string {
    const buyer = buyerWithHistory(this.now(), wanted)
    this.world.takeIn(buyer)
    return buyer.id
  }

  /** Nothing more happens by itself. */
  end(): void {
    clearInterval(this.life)
    this.stop()
  }

  private stop(): void {
    this.held.drop()
    this.events.stop()
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
      const merchant = authenticate(request.headers)
      if (operation.isExtraRead && !hasExtraReads(merchant)) return noSuchPath()
      const { status, body } = operation.run({
        world: this.world,
        merchant,
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

/** Both documented forms: `Y-m-d H:i:s.u` and, without a fraction, `Y-m-dTH:i:s` (D1). */
const datePattern = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}\.\d{6}|T\d{2}:\d{2}:\d{2})$/

/**
 * Checks the six headers as service-interface (Authentication) and service-facts 2.14 describe them and says whose they are.
 * Which status belongs to which mistake is stated only for x-source (400) and x-id (403); 401 for all others is our reading.
 * No tolerance for x-date is documented, so a date is checked for its form and never for its age.
 */
function authenticate(headers: Headers): StandinMerchant {
  const header = (name: string) => headers.get(name) ?? ''
  const [publicKey, buyerIp, date, token, source, id] = signedNames.map(header)
  if (!publicKey || !buyerIp || !date || !token || !source || !id) throw unauthorised()

  const merchant = standinMerchants.find((candidate) => candidate.publicKey === publicKey)
  if (!merchant || !isAddress(buyerIp) || !datePattern.test(date)) throw unauthorised()
  if (!sameText(token, signToken({ secretKey: merchant.secretKey, publicKey, buyerIp, date }))) throw unauthorised()
  if (source !== 'shop') throw unauthorised(400)
  if (id !== merchant.serviceId) throw unauthorised(403)
  return merchant
}

const signedNames = ['x-public-key', 'x-buyer-ip', 'x-date', 'x-token', 'x-source', 'x-id']

/** An IPv6 address with a zone, which `isIP` lets pass, means something only on one network link. */
const isAddress = (text: string) => isIP(text) !== 0 && !text.includes('%')

/** Takes the same time for every wrong token of the right length, so that answers do not leak how much of it was right. */
function sameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
