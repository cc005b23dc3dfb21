/** Where an operation stands: its method and the service's own path, which is also our handler's. */
export type Address = { method: string; path: string }

/** Fills the braces of a path; each value is one percent-encoded segment. `params` have passed the operation's own check. */
export function pathFor({ path }: Pick<Address, 'path'>, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Query parameters as the service reads them: a list repeats its name with brackets (service-facts 2.13). */
export function searchFor(search: Record<string, unknown> = {}): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((each) => [`${name}[]`, String(each)]) : value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
