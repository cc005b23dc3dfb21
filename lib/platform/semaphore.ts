import 'server-only'

type Waiting = { enter: () => void; timer: NodeJS.Timeout }

/** Lets `max` callers work at a time; `queue` more wait up to `patienceMs`. `acquire` resolves to false where there is no room. */
export class Semaphore {
  private busy = 0
  private readonly waiting: Waiting[] = []

  constructor(
    private readonly max: number,
    private readonly queue: number,
    private readonly patienceMs: number,
  ) {}

  get inFlight(): number {
    return this.busy
  }

  get queued(): number {
    return this.waiting.length
  }

  acquire(): Promise<boolean> {
    if (this.busy < this.max) {
      this.busy += 1
      return Promise.resolve(true)
    }
    if (this.waiting.length >= this.queue) return Promise.resolve(false)
    return new Promise((resolve) => {
      const waiter: Waiting = {
        enter: () => {
          clearTimeout(waiter.timer)
          resolve(true)
        },
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(waiter), 1)
          resolve(false)
        }, this.patienceMs),
      }
      this.waiting.push(waiter)
    })
  }

  /** Gives the place to whoever waits longest. Once for every `acquire` that resolved to true. */
  release(): void {
    const next = this.waiting.shift()
    if (next) next.enter()
    else this.busy -= 1
  }
}
