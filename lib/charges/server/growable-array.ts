import 'server-only'

/** Numbers in a row, eight bytes each. */
export class GrowableArray {
  private values = new Float64Array(256)
  private count = 0

  get length(): number {
    return this.count
  }

  at(index: number): number {
    return this.values[index] ?? Number.NaN
  }

  push(value: number): void {
    this.insert(this.count, value)
  }

  /** Puts a value before the one at `index`. */
  insert(index: number, value: number): void {
    if (this.count === this.values.length) {
      const larger = new Float64Array(this.count * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values.copyWithin(index + 1, index, this.count)
    this.values[index] = value
    this.count += 1
  }

  slice(from: number, to: number): number[] {
    return [...this.values.subarray(from, Math.min(to, this.count))]
  }
}
