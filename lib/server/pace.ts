import 'server-only'
import { setImmediate } from 'node:timers/promises'

/** No piece of a long work holds the process longer than this, in milliseconds. */
const sliceMs = 2

/** Lets other people's requests in between the pieces of a long work. */
export class Pace {
  private since = performance.now()

  /** Whether it is time to rest: then `rest` must be awaited before the next piece. */
  get isOver(): boolean {
    return performance.now() - this.since > sliceMs
  }

  /** Resolves once everybody else had a turn. Throws where those the work is for have left. */
  async rest(left?: AbortSignal): Promise<void> {
    await setImmediate()
    left?.throwIfAborted()
    this.since = performance.now()
  }
}
