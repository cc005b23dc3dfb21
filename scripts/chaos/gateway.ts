import type { Passage } from './wire'

// Something between the dashboard and the service that answers in its place. It knows nothing of what the service did.

const statuses = { 401: 'Unauthorized', 403: 'Forbidden', 408: 'Request Timeout', 425: 'Too Early' } as const
const laterStatuses = { 429: 'Too Many Requests', 499: 'Client Closed', 502: 'Bad Gateway' } as const
const reasons: Record<number, string> = { ...statuses, ...laterStatuses }

const bodies: Record<string, { type: string; text: string }> = {
  html: { type: 'text/html', text: '<!doctype html><title>Gateway</title><h1>Not now</h1>' },
  empty: { type: 'text/plain', text: '' },
  message: { type: 'application/json', text: JSON.stringify({ message: 'The upstream did not say' }) },
}

/** Every way in which a gateway answers: `gateway 403 html`. */
export const gatewayFaults: readonly string[] = Object.keys(reasons).flatMap((status) =>
  Object.keys(bodies).map((body) => `gateway ${status} ${body}`),
)

/** What a gateway of this name makes of a request, which the service has got or has not. */
export function gatewayPassage(trouble: string, passes: boolean): Passage {
  const [, status = '', body = ''] = trouble.split(' ')
  const { type, text } = bodies[body] ?? { type: '', text: '' }
  const head = [
    `HTTP/1.1 ${status} ${reasons[Number(status)]}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  return { passes, instead: `${head.join('\r\n')}\r\n\r\n${text}` }
}

/** A second answer on a connection that is kept: it looks like success, whatever is asked next. */
export const surplusAnswer = 'HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n'
