import 'server-only'

// In this order: most browsers name others as well.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A browser in words, such as `Firefox on Windows`, of what it says of itself: for its owner to know it again, never to decide by. */
export function browserWords(userAgent: string): string {
  const found = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => userAgent.includes(mark))?.[1]
  const [browser, system] = [found(browsers), found(systems)]
  if (browser === undefined) return system === undefined ? 'another program' : `a browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
