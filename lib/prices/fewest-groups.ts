/** So many steps a search may take before the best grouping found so far is good enough. */
const maxSteps = 20_000

/**
 * Parts things into the fewest groups in which no two share a mark. It is the colouring of a graph: the most choosy thing first, the
 * search cut where it cannot be better than the best, and ended at once where the best is as good as any can be.
 */
export function fewestGroups<T>(things: readonly T[], marksOf: (thing: T) => readonly string[]): T[][] {
  const marks = things.map((thing) => new Set(marksOf(thing)))
  const clashes = marks.map((one, at) => marks.map((other, index) => index !== at && [...one].some((mark) => other.has(mark))))
  const order = things.map((_, index) => index).toSorted((a, b) => degree(clashes, b) - degree(clashes, a) || a - b)
  const least = atLeast(marks)
  let best: number[] | null = null
  let bestCount = Number.POSITIVE_INFINITY
  let steps = 0

  function place(next: number, group: number[], used: number): void {
    if (used >= bestCount || bestCount === least || (best !== null && ++steps > maxSteps)) return
    const at = order[next]
    if (at === undefined) {
      best = [...group]
      bestCount = used
      return
    }
    for (let chosen = 0; chosen <= used; chosen += 1) {
      if (clashes[at]?.some((clash, other) => clash && group[other] === chosen)) continue
      group[at] = chosen
      place(next + 1, group, Math.max(used, chosen + 1))
      group[at] = -1
    }
  }
  place(
    0,
    things.map(() => -1),
    0,
  )

  const found: number[] = best ?? []
  const groups = new Map<number, T[]>()
  things.forEach((thing, index) => {
    const group = found[index] ?? 0
    groups.set(group, [...(groups.get(group) ?? []), thing])
  })
  return [...groups.values()]
}

const degree = (clashes: readonly boolean[][], at: number) => clashes[at]?.filter(Boolean).length ?? 0

/** No grouping has fewer groups than there are things with the same mark. */
function atLeast(marks: readonly Set<string>[]): number {
  const counts = new Map<string, number>()
  for (const mark of marks.flatMap((of) => [...of])) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return Math.max(marks.length > 0 ? 1 : 0, ...counts.values())
}
