/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(count: number): string {
  const teen = count % 100 > 10 && count % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}
