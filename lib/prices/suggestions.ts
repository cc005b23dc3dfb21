import type { ProductSuggestion } from './pricing-context'

/** Product codes with what people call them, each once: the first that knows a name wins. */
export function suggestions(...lists: readonly (readonly { code: string | null; name: string | null }[])[]): ProductSuggestion[] {
  const names = new Map<string, string | null>()
  for (const { code, name } of lists.flat()) if (code) names.set(code, names.get(code) ?? name)
  return [...names].map(([code, name]) => ({ code, name })).toSorted((a, b) => (a.code < b.code ? -1 : 1))
}
