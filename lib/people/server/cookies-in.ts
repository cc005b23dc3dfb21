import 'server-only'

/** The cookies of a request by their names, decoded where they can be. */
export function cookiesIn(header: string): Record<string, string> {
  const pairs = header.split(/;\s*/).flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at), decoded(pair.slice(at + 1))]]
  })
  return Object.fromEntries(pairs)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
