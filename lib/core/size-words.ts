const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** How large something is: `84.0 kB`. */
export function formatSize(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
