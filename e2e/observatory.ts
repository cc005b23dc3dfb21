type Headers = Record<string, string | string[] | undefined>

/**
 * The score of an answer by the public header-grading rules (MDN HTTP Observatory): 100, less what is missing, and what is better than
 * asked for once nothing much is missing. What needs a list of the whole web (preloaded HSTS) is not counted.
 */
export function observatoryScore(headers: Headers): number {
  const one = (name: string) => [headers[name] ?? ''].flat().join(', ').toLowerCase()
  const points = [
    policyPoints(one('content-security-policy')),
    cookiePoints([headers['set-cookie'] ?? []].flat()),
    one('access-control-allow-origin') === '*' ? -50 : 0,
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(one('referrer-policy')) ? 5 : 0,
    Number(/max-age=(\d+)/.exec(one('strict-transport-security'))?.[1] ?? 0) >= 15_768_000 ? 0 : -20,
    one('x-content-type-options') === 'nosniff' ? 0 : -5,
    framePoints(one('content-security-policy'), one('x-frame-options')),
    /^same-(origin|site)$/.test(one('cross-origin-resource-policy')) ? 10 : 0,
  ]
  const sum = (some: number[]) => some.reduce((total, each) => total + each, 0)
  const base = 100 + sum(points.filter((each) => each < 0))
  return Math.max(0, base >= 90 ? base + sum(points.filter((each) => each > 0)) : base)
}

function policyPoints(policy: string): number {
  if (policy === '') return -25
  const directives = new Map(policy.split(';').map((each) => [each.trim().split(/\s+/)[0] ?? '', each]))
  const of = (name: string) => directives.get(name) ?? directives.get('default-src') ?? '*'
  const isTrusted = (sources: string) => /'(nonce|sha256)-/.test(sources)
  if (/ (\*|https?:|data:)(\s|$)/.test(of('script-src')) || of('script-src') === '*') return -20
  if (/'unsafe-inline'/.test(of('script-src')) && !isTrusted(of('script-src'))) return -20
  if (/'unsafe-eval'/.test(of('script-src'))) return -10
  if (/'unsafe-inline'/.test(of('style-src')) && !isTrusted(of('style-src'))) return 0
  return directives.get('default-src') === "default-src 'none'" ? 10 : 5
}

const framePoints = (policy: string, old: string): number =>
  /frame-ancestors '(none|self)'/.test(policy) ? 5 : /^(deny|sameorigin)$/.test(old) ? 0 : -20

function cookiePoints(cookies: string[]): number {
  if (cookies.length === 0) return 0
  const has = (attribute: RegExp) => cookies.every((cookie) => attribute.test(cookie))
  if (!has(/;\s*secure/i)) return -40
  if (!has(/;\s*httponly/i)) return -30
  return has(/;\s*samesite=(lax|strict)/i) ? 5 : 0
}
