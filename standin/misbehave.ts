import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { businessRefusal, internalError, invalid, type Refusal, raceCondition, tooMany, unauthorised } from './errors'
import type { Fault } from './faults'
import type { HeldRequests } from './held-requests'

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }

type Request = {
  /** Does what was asked and makes the usual answer. */
  perform: () => Response
  connection: HttpBindings
  held: HeldRequests
}

/** Answers one request in the way of a fault. */
export async function misbehave(fault: Fault, request: Request): Promise<Response> {
  if (fault.fault === 'hold') return hold(fault, request)
  if (fault.fault === 'delay') {
    await pause(fault.ms ?? 1000)
    return request.perform()
  }
  if (fault.fault === 'surplus') return withSurplus(fault, request)
  if (fault.fault === 'doubledKey') return withDoubledKey(request.perform())
  if (fault.fault === 'announced204') return announced(request)
  if (fault.fault === 'slowBody') return slowly(request.perform(), fault.ms ?? 50)
  const answer = fault.applied ? request.perform() : null
  if (fault.fault === 'wrongShape' && answer?.ok === false) return answer // what the service refuses isn’t told as a success of any shape
  if (fault.fault === 'reset') return cut(fault, request.connection)
  return spoilt(fault)
}

/** A request that was given up before its release has no effect any more, unless it had it already. */
async function hold(fault: Fault, { perform, connection, held }: Request): Promise<Response> {
  const answer = fault.applied ? perform() : undefined
  const isReleased = await held.wait()
  if (isReleased && !connection.incoming.socket.destroyed) return answer ?? perform()
  connection.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** In the middle of a body, the reset waits until what was written had time to arrive: a reset overtakes unread bytes. */
async function cut(fault: Fault, { incoming, outgoing }: HttpBindings): Promise<Response> {
  if (fault.at === 'body') {
    outgoing.writeHead(200, { ...json, 'content-length': '1000' })
    outgoing.write('{"data":[')
    await pause(fault.ms ?? 50)
  }
  incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

function spoilt(fault: Fault): Response {
  switch (fault.fault) {
    case 'html500':
      return new Response('<!doctype html><title>500</title><h1>Internal Server Error</h1>', { status: 500, headers: html })
    case 'empty500':
      return new Response(null, { status: 500 })
    case 'notJson':
      return new Response('<!doctype html><title>Sign in</title><p>Please sign in to this network.', { headers: html })
    case 'wrongShape':
      return Response.json(fault.body ?? { data: 'unexpected', meta: { type: 'text' } })
    case 'authFailure':
      return refused(unauthorised())
    case 'race':
      return refused(raceCondition())
    case 'tooMany':
      return refused(tooMany(), { 'retry-after': String(fault.seconds) })
    case 'gateway':
      return gateway(fault)
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: fault.location } })
    case 'huge':
      return huge(fault)
    case 'invalid':
      return refused(invalid([{ field: fault.field, title: 'This value is not accepted.' }]))
    case 'refused':
      return refused(businessRefusal('This is not possible at the moment'))
    default:
      return refused(internalError())
  }
}

const refused = ({ status, body }: Refusal, headers = {}) => Response.json(body, { status, headers })

/** What a proxy, a firewall or a balancer says in the place of the service, which learns nothing of the request. */
function gateway({ status, form, seconds }: Fault): Response {
  const wait = { 'retry-after': String(seconds) }
  if (form === 'empty') return new Response(null, { status, headers: wait })
  if (form === 'message') return Response.json({ message: 'Request blocked' }, { status, headers: wait })
  const page = `<!doctype html><title>${status}</title><h1>${status}</h1><p>Blocked by the gateway`
  return new Response(page, { status, headers: { ...html, ...wait } })
}

/** Answers as usual, and after it writes another answer on the same connection: with the JSON that was given, or a 204. */
function withSurplus({ ms, body }: Fault, { perform, connection: { incoming, outgoing } }: Request): Response {
  const text = body === undefined ? '' : JSON.stringify(body)
  const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  const surplus = `HTTP/1.1 ${text === '' ? '204 No Content\r\n' : `200 OK\r\n${length}`}\r\n${text}`
  outgoing.once('finish', () => {
    setTimeout(() => incoming.socket.destroyed || incoming.socket.write(surplus), ms ?? 0).unref()
  })
  return perform()
}

/** The usual JSON with its first key written twice. What has no JSON stays as it is. */
async function withDoubledKey(answer: Response): Promise<Response> {
  if (answer.body === null) return answer
  const text = await answer.text()
  const key = /^\{("[^"]*"):/.exec(text)?.[1]
  const doubled = key === undefined ? text : `{${key}:null,${text.slice(1)}`
  return new Response(doubled, { status: answer.status, headers: json })
}

/** A 204 that announces a body, which HTTP knows not to come. Any other answer stays as it is. */
function announced({ perform, connection: { outgoing } }: Request): Response {
  const answer = perform()
  if (answer.status !== 204) return answer
  outgoing.writeHead(204, { 'content-length': '5' }).end()
  return RESPONSE_ALREADY_SENT
}

function slowly(answer: Response, ms: number): Response {
  const bytes = answer.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        for (const byte of chunk) {
          controller.enqueue(Uint8Array.of(byte))
          await pause(ms)
        }
      },
    }),
  )
  return new Response(bytes ?? null, { status: answer.status, headers: answer.headers })
}

/** Valid JSON of exactly so many bytes, made while it is sent. */
function huge({ bytes, gzip }: Fault): Response {
  const chunks = hugeJson(bytes)
  const body = new ReadableStream<Chunk>({
    pull(controller) {
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return gzip
    ? new Response(body.pipeThrough(new CompressionStream('gzip')), { headers: { ...json, 'content-encoding': 'gzip' } })
    : new Response(body, { headers: json })
}

type Chunk = Uint8Array<ArrayBuffer>

function* hugeJson(bytes: number): Generator<Chunk, undefined> {
  const [head, tail] = [Uint8Array.from(Buffer.from('{"data":"')), Uint8Array.from(Buffer.from('"}'))]
  yield head
  for (let left = bytes - head.length - tail.length; left > 0; left -= 65_536)
    yield new Uint8Array(Math.min(left, 65_536)).fill(120)
  yield tail
}
