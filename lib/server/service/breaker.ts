import 'server-only'

type Outcome = { at: number; lost: boolean }

const inARow = 5
const sample = 20
const windowMs = 30_000
const restMs = 5_000

/**
 * Stops asking a service that does not answer: opens after five lost requests in a row, or when half of twenty within thirty seconds
 * were lost. While open one read at a time may probe; a probe that is answered closes it.
 */
export class Breaker {
  private outcomes: Outcome[] = []
  private openedAt: number | null = null
  private lostInARow = 0
  private probing = false

  constructor(private readonly now: () => number = () => performance.now()) {}

  get isOpen(): boolean {
    return this.openedAt !== null
  }

  /** Whether a request may go out now. A command never probes: what it would prove is not worth what it might do. */
  admits(kind: 'query' | 'command'): boolean {
    if (this.openedAt === null) return true
    if (kind === 'command' || this.probing || this.now() - this.openedAt < restMs) return false
    this.probing = true
    return true
  }

  answered(): void {
    this.probing = false
    this.lostInARow = 0
    if (this.openedAt !== null) this.outcomes = []
    this.openedAt = null
    this.record(false)
  }

  lost(): void {
    this.probing = false
    this.lostInARow += 1
    this.record(true)
    const half = this.outcomes.filter(({ lost }) => lost).length * 2 >= this.outcomes.length
    if (this.openedAt !== null || this.lostInARow >= inARow || (this.outcomes.length >= sample && half)) {
      this.openedAt = this.now()
    }
  }

  /** A request that ended without saying anything of the service: the person left. */
  abandoned(): void {
    this.probing = false
  }

  private record(lost: boolean): void {
    const since = this.now() - windowMs
    this.outcomes = [...this.outcomes.filter(({ at }) => at >= since), { at: this.now(), lost }].slice(-sample)
  }
}
