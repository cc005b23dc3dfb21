import 'server-only'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { peerHeader, plainAddress } from './address-of'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Looks at every request before the framework does: notes the address of its socket, which handlers are told by no other way, and
 * turns what the framework would answer with a fault of its own to where it is refused: a method that nobody serves (TRACE), and an
 * address that cannot be decoded. Whatever is answered without a word on keeping it may not be kept.
 */
export function watchIncoming(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    request.headers[peerHeader] = plainAddress(request.socket.remoteAddress ?? '')
    notKept(response)
    if (!methods.has(request.method ?? '')) {
      request.method = 'GET'
      request.url = '/api/desk/method-not-allowed'
    } else if (!isDecodable(request.url?.split('?', 1)[0] ?? '')) request.url = '/api/no-such-address'
  })
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
