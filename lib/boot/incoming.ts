import 'server-only'
import diagnostics from 'node:diagnostics_channel'
import { type IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import * as routes from '@/lib/core/routes'
import { always, nothing, unframed } from '@/lib/core/security-headers.mjs'
import { isBalancer, peerHeader, plainAddress } from '@/lib/platform/address-of'
import { methodsAt } from '@/lib/platform/served-methods'
import { underWay } from '@/lib/platform/under-way'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const methodsOfPages = ['GET', 'HEAD']
const nowhere = '/api/no-such-address'

/** How the framework's own browser part asks for pages, and how its hook once asked itself: no handler of ours is asked so. */
const headersOfPages = ['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree', 'next-action']
const headersOfNobody = ['x-middleware-subrequest', 'x-middleware-prefetch']

/**
 * Looks at every request before the framework does: notes the address of its socket, which handlers can't learn otherwise, and
 * turns what the framework would answer with a fault of its own, or with a redirect, to where it is refused: a method that nobody serves,
 * an address that cannot be decoded or is not one of ours, another protocol. A process that is about to end takes no more, except to say
 * how it is. Every answer has the headers that all have; one without a
 * word on keeping it may not be kept.
 */
export function watchIncoming(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as { request: IncomingMessage; response: ServerResponse; server: Server }
    look(request, response, server)
  })
  diagnostics.subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: ServerSocket }).socket
    if (!(server instanceof Server) || server.listeners('upgrade').every((each) => each === refuseUpgrade)) return
    server.removeAllListeners('upgrade')
    server.on('upgrade', refuseUpgrade)
  })
}

type ServerSocket = Socket & { server?: unknown }

function look(request: IncomingMessage, response: ServerResponse, server: Server): void {
  const { method = '', url = '' } = request
  const path = url.split('?', 1)[0] ?? ''
  request.headers[peerHeader] = plainAddress(request.socket.remoteAddress ?? '')
  withHeadersOfAll(response)
  const isHandler = path.startsWith('/api/')
  for (const name of isHandler ? [...headersOfPages, ...headersOfNobody] : headersOfNobody) delete request.headers[name]
  const isReadable = isOurs(path)
  const allowed = isHandler ? (isReadable && methodsAt(path)) || methods : (methodsOfNoPage(path) ?? methodsOfPages)
  const isHealth = isReadable && path.startsWith(`${routes.dashboardPath}health/`)
  if (count(response, server) && !isHealth) {
    // A balancer asks another copy for what reads where a connection ends without an answer; what changes something must be told.
    if (['GET', 'HEAD'].includes(method) && isBalancer(String(request.headers[peerHeader]))) request.socket.destroy()
    request.method = 'GET'
    request.url = routes.stopping()
  } else if (!allowed.includes(method)) {
    response.setHeader('allow', allowed.join(', '))
    request.method = 'GET'
    request.url = routes.methodNotAllowed()
  } else if (!isReadable) request.url = nowhere
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

/** The panel stands outside of `/api`, and takes what a help desk posts. */
const methodsOfNoPage = (path: string) => (path === routes.panelPath ? methodsAt(path) : undefined)

/** `.` and `..`, which the framework takes as steps to another address than the one that was looked at. */
const step = /\/(?:\.|%2e){1,2}(?=\/|$)/i

/** A path from the root, that can be decoded, without steps or the doubled slashes that would be redirected; no file of a page written for a static site. */
function isOurs(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || step.test(path) || /\/\/|\\|\.rsc$|\.segments\//.test(path)) return false
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function withHeadersOfAll(response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    const own = isFramedBySome(response) ? [] : [unframed]
    for (const [name = '', value = ''] of [...always, ...own, nothing, ['cache-control', 'no-store']])
      if (!response.hasHeader(name)) response.setHeader(name, value)
    if (head[0] === 405 && !response.hasHeader('allow')) response.setHeader('allow', methods.join(', '))
    return writeHead.apply(response, head)
  }) as typeof writeHead
}

/** Where the policy names an origin that may frame the answer. Older browsers that know no policy would take the header's word instead. */
const isFramedBySome = (response: ServerResponse): boolean =>
  /frame-ancestors (?!'none')/.test(String(response.getHeader('content-security-policy')))

/** The framework would leave a socket that asks for another protocol without a word. */
function refuseUpgrade(request: IncomingMessage, socket: ServerSocket): void {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.end())
  socket.on('error', () => socket.destroy()) // it may be gone before it is answered
  const server = socket.server as Server
  look(request, response, server)
  request.url = nowhere
  server.emit('request', request, response)
}
