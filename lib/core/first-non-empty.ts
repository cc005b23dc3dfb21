/** A query parameter of a page: its first value, trimmed, or null where it is missing or empty. */
export function firstNonEmpty(value: string | string[] | undefined): string | null {
  return [value].flat()[0]?.trim() || null
}
