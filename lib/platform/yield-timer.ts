import 'server-only'
import { setImmediate } from 'node:timers/promises'

/** No piece of a long work holds the process longer than this, in milliseconds. */
const sliceMs = 2

/** Lets other people's requests in between the pieces of a long work. */
export class YieldTimer {
  private since = performance.now()

  /** Whether it is time to yield: then `yieldNow` must be awaited before the next piece. */
  get isDue(): boolean {
    return performance.now() - this.since > sliceMs
  }

  /** Resolves once everybody else had a turn. Throws where the signal is aborted. */
  async yieldNow(signal?: AbortSignal): Promise<void> {
    await setImmediate()
    signal?.throwIfAborted()
    this.since = performance.now()
  }
}
