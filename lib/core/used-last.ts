/** What a map holds under a name, made where it is missing; what nobody used longest goes where there are too many. */
export function usedLast<K, V>(map: Map<K, V>, name: K, max: number, make: () => V): V {
  const value = map.get(name) ?? make()
  map.delete(name)
  map.set(name, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
  return value
}
