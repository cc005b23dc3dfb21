// @ts-check

/** Of a hundred mutants that many are noticed at least. */
const floor = 90

/**
 * What an area's tests noticed, in a line for people, and whether it was enough.
 * @param {string} area @param {{ killed: number, all: number }} counts
 */
export function told(area, { killed, all }) {
  const line = `${area}: ${killed} of ${all} mutants killed (${((100 * killed) / Math.max(all, 1)).toFixed(1)}%)`
  if (all > 0 && 100 * killed >= floor * all) return { line, isEnough: true }
  return {
    line: `${line}. At least ${floor}% must be: test what the survivors above change, or say it in less code.`,
    isEnough: false,
  }
}
