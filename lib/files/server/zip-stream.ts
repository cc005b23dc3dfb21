import 'server-only'
import { Zip, ZipDeflate } from 'fflate'

/** A zip archive that is written file after file; nothing of it is held longer than until `taken` is called. */
export class ZipStream {
  private chunks: Uint8Array[] = []
  private failure: Error | null = null
  private readonly zip = new Zip((error, chunk) => {
    if (error) this.failure = error
    else this.chunks.push(chunk)
  })

  /** Begins a file. The one before must have been ended. `end` may carry the last bytes. */
  file(name: string): { write: (bytes: Uint8Array) => void; end: (bytes?: Uint8Array) => void } {
    const entry = new ZipDeflate(name, { level: 6 })
    this.zip.add(entry)
    return { write: (bytes) => entry.push(bytes), end: (bytes = new Uint8Array()) => entry.push(bytes, true) }
  }

  /** Ends the archive: its directory is among the last chunks. */
  end(): void {
    this.zip.end()
  }

  /** What has come together since the last time. */
  taken(): Uint8Array[] {
    if (this.failure) throw this.failure
    const taken = this.chunks
    this.chunks = []
    return taken
  }
}
