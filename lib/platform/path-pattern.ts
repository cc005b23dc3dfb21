import 'server-only'

/** `GET /api/desk/buyers/{buyerId}/known`: a request by its route, for the log and the metrics, which hold no id. */
export function pathPattern(request: Request, params: Record<string, unknown>): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [String(value), `{${name}}`]))
  const segments = new URL(request.url).pathname.split('/')
  return `${request.method} ${segments.map((segment) => names.get(segment) ?? names.get(decoded(segment)) ?? segment).join('/')}`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
