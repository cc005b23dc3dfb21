/** One request as it arrived, and what came of it. */
export type ReceivedRequest = {
  time: string
  /** `null` for a path the service does not have. */
  operation: string | null
  method: string
  path: string
  query: string
  headers: Record<string, string>
  /** The raw text of the body. */
  body: string
  /** Whether the operation took effect (or, for a read, was carried out). */
  applied: boolean
  /** The status the operation ended with; `null` when it was not carried out. */
  status: number | null
  fault: string | null
  /** Whether the connection ended before the whole answer was sent, by whoever's hand. */
  cut: boolean
  /** Whether its answer is still on the way. */
  isOpen: boolean
}

/** What the stand-in received since it was last cleared, in order of arrival. */
export class RequestsLog {
  private entries: ReceivedRequest[] = []

  add(request: Request, body: string, operation: string | null, time: Date): ReceivedRequest {
    const { pathname, search } = new URL(request.url)
    const entry: ReceivedRequest = {
      time: time.toISOString(),
      operation,
      method: request.method,
      path: pathname,
      query: search,
      headers: Object.fromEntries(request.headers),
      body,
      applied: false,
      status: null,
      fault: null,
      cut: false,
      isOpen: false,
    }
    this.entries.push(entry)
    return entry
  }

  list(): readonly ReceivedRequest[] {
    return this.entries
  }

  clear(): void {
    this.entries = []
  }
}
