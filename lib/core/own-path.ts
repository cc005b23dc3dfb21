/** Anything a browser would strip or turn into a slash before it reads an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const misleading = /[\\\u0000-\u001f\u007f]/

/** Where to go after the sign-in: a path of ours, or the first page. Never another host, whatever the address bar was made to say. */
export function ownPath(value: unknown): string {
  const own = typeof value === 'string' && value.startsWith('/') && !value.startsWith('//') && !misleading.test(value)
  return own ? value : '/'
}
