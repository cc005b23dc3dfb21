import { setTimeout as pause } from 'node:timers/promises'

/** What the dashboard's own process told about itself while something went on. */
export type Watched = {
  /** The longest the loop was held, in milliseconds: while the work was begun, and after that. */
  longestBlockAtFirst: number
  longestBlock: number
  /** Resident memory at its highest less what it was before, in bytes. */
  moreMemory: number
  /** Of small requests of other people meanwhile, in milliseconds. */
  othersP99: number
}

/** The metric is taken by a timer of so many milliseconds, which is in every value. */
const timerMs = 10
const everyMs = 25

/**
 * Watches the dashboard while some work is under way, as other people would meet it, once it has been begun: memory is told against what it
 * was before the beginning.
 */
export async function watchServer(
  url: string,
  cookie: string,
  { begin, work }: { begin: () => Promise<unknown>; work: () => Promise<unknown> },
): Promise<Watched> {
  const before = await metrics(url) // which begins the longest block anew
  await begin()
  const begun = await metrics(url)
  const [blocks, memory, others]: [number[], number[], number[]] = [[], [begun.memory - before.memory], []]
  let isOver = false
  const watching = [
    (async () => {
      while (!isOver) {
        await pause(250)
        const now = await metrics(url)
        blocks.push(blockOf(now))
        memory.push(now.memory - before.memory)
      }
    })(),
    (async () => {
      while (!isOver) {
        const from = performance.now()
        await (await fetch(`${url}/api/desk/waiting`, { headers: { cookie } })).arrayBuffer()
        others.push(performance.now() - from)
        await pause(everyMs)
      }
    })(),
  ]
  await work()
  isOver = true
  await Promise.all(watching)
  const sorted = others.toSorted((a, b) => a - b)
  return {
    longestBlockAtFirst: blockOf(begun),
    longestBlock: Math.max(...blocks),
    moreMemory: Math.max(...memory),
    othersP99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  }
}

const blockOf = ({ lag }: { lag: number }) => lag * 1000 - timerMs

async function metrics(url: string): Promise<{ lag: number; memory: number }> {
  const text = await (await fetch(`${url}/api/desk/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { lag: value('nodejs_eventloop_lag_max_seconds'), memory: value('process_resident_memory_bytes') }
}
