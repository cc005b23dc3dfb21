export type Theme = 'light' | 'dark'

/** What the cookie `theme` says. Anything else means: as the system. */
export function readTheme(value: string | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}
