import 'server-only'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { peerHeader, plainAddress } from './address-of'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Looks at every request before the framework does: notes the address of its socket, which handlers are told by no other way, and
 * turns a method that nobody serves (TRACE, which the framework answers with a fault of its own) to the handler that refuses it.
 */
export function watchIncoming(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[peerHeader] = plainAddress(request.socket.remoteAddress ?? '')
    if (methods.has(request.method ?? '')) return
    request.method = 'GET'
    request.url = '/api/desk/method-not-allowed'
  })
}
