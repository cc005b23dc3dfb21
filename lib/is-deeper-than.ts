/** Whether a JSON value is nested deeper than so many levels. What is deeper than the stack is high can be parsed but not walked. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}
