/** Requests that a `hold` keeps without an answer. */
export class HeldRequests {
  private endings: ((isReleased: boolean) => void)[] = []

  /** Resolves to true on a release and to false when the request is dropped. */
  wait(): Promise<boolean> {
    return new Promise((resolve) => this.endings.push(resolve))
  }

  /** Lets every held request go on to its answer; says how many there were. */
  release(): number {
    return this.finish(true)
  }

  drop(): void {
    this.finish(false)
  }

  private finish(isReleased: boolean): number {
    const { endings } = this
    this.endings = []
    for (const end of endings) end(isReleased)
    return endings.length
  }
}
