/** What a process held at a moment: seconds since the start, and bytes. */
export type Sample = { at: number; bytes: number }

/**
 * The growth of what a process holds, in MB a minute, by least squares over what was measured after its first third: until then it fills
 * its caches. 0 where there is too little to say.
 */
export function slopeOf(samples: readonly Sample[]): number {
  const later = samples.slice(Math.floor(samples.length / 3))
  if (later.length < 3) return 0
  const mean = (of: (sample: Sample) => number) => later.reduce((sum, sample) => sum + of(sample), 0) / later.length
  const [at, bytes] = [mean((sample) => sample.at), mean((sample) => sample.bytes)]
  const shared = later.reduce((sum, sample) => sum + (sample.at - at) * (sample.bytes - bytes), 0)
  const spread = later.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
  return spread === 0 ? 0 : ((shared / spread) * 60) / 1_000_000
}

/** What a copy says of its own memory at its metrics: all of it, and what is in use of the heap after its last tidying. */
export async function memoryOf(address: string, token: string): Promise<{ resident: number; heap: number } | null> {
  const answer = await fetch(`${address}/api/desk/metrics`, { headers: { authorization: `Bearer ${token}` } }).catch(() => null)
  const text = answer?.ok ? await answer.text() : ''
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  const [resident, heap] = [value('process_resident_memory_bytes'), value('nodejs_heap_size_used_bytes')]
  return Number.isNaN(resident) || Number.isNaN(heap) ? null : { resident, heap }
}
