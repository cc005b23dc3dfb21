/** The middle of several measurements, in their own unit. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = low] = sorted.length % 2 === 1 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return (low + high) / 2
}

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Two kinds of work in turns, so that whatever else the machine does meets both alike. Medians in milliseconds. */
export async function inTurns(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<{ one: number; other: number }> {
  const times: { one: number[]; other: number[] } = { one: [], other: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.one.push(await one())
    times.other.push(await other())
  }
  return { one: median(times.one), other: median(times.other) }
}

/** One figure of the bench: what was measured, against what it is held. */
export type Figure = { name: string; value: number; unit: string; limit: number; detail: string }

export const ratio = (name: string, of: number, to: number, limit: number): Figure => ({
  name,
  value: Math.round((of / to) * 1000) / 1000,
  unit: '×',
  limit,
  detail: `${of.toFixed(2)} ms against ${to.toFixed(2)} ms`,
})
