import 'server-only'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { peerHeader, plainAddress } from './address-of'
import { underWay } from './stopping/under-way'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Looks at every request before the framework does: notes the address of its socket, which handlers are told by no other way, and
 * turns what the framework would answer with a fault of its own to where it is refused: a method that nobody serves (TRACE), and an
 * address that cannot be decoded. A process that is about to end takes no more, except to say how it is. Whatever is answered without a
 * word on keeping it may not be kept.
 */
export function watchIncoming(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as { request: IncomingMessage; response: ServerResponse; server: Server }
    request.headers[peerHeader] = plainAddress(request.socket.remoteAddress ?? '')
    notKept(response)
    const isRefused = count(response, server) && !request.url?.startsWith('/api/desk/health/')
    if (isRefused) {
      request.method = 'GET'
      request.url = '/api/desk/stopping'
    } else if (!methods.has(request.method ?? '')) {
      request.method = 'GET'
      request.url = '/api/desk/method-not-allowed'
    } else if (!isDecodable(request.url?.split('?', 1)[0] ?? '')) request.url = '/api/no-such-address'
  })
}

/** Notes that an answer is being given. Returns whether this process is about to end; then the connection is not kept. */
function count(response: ServerResponse, server: Server): boolean {
  const { servers, responses, isStopping } = underWay()
  servers.add(server)
  responses.add(response)
  response.once('close', () => responses.delete(response))
  if (isStopping) response.shouldKeepAlive = false
  return isStopping
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function notKept(response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store')
    return writeHead.apply(response, head)
  }) as typeof writeHead
}
