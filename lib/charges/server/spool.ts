import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { GrowableArray } from './growable-array'

const flushAt = 128 * 1024

type Handle = Awaited<ReturnType<typeof open>>

/**
 * Pieces of text on disk, numbered from 0 as they are appended. The file loses its name at once, so nobody finds it and it goes with the
 * process however that ends.
 */
export class Spool {
  private readonly starts = new GrowableArray()
  private waiting: string[] = []
  private waitingBytes = 0
  /** On its way to the disk, and there. */
  private leaving = 0
  private written = 0
  private writing: Promise<void> = Promise.resolve()

  private constructor(private readonly file: Handle) {}

  static async open(folder: string): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new Spool(file)
  }

  get bytes(): number {
    return this.written + this.leaving + this.waitingBytes
  }

  async append(piece: string): Promise<void> {
    this.starts.push(this.bytes)
    this.waiting.push(piece)
    this.waitingBytes += Buffer.byteLength(piece)
    if (this.waitingBytes >= flushAt) await this.flush()
  }

  /** The pieces from one number up to, and without, another, joined as they were appended. */
  async read(from: number, to: number): Promise<Buffer> {
    const start = this.starts.at(from)
    const end = to < this.starts.length ? this.starts.at(to) : this.bytes
    if (end > this.written) await this.flush()
    const bytes = Buffer.allocUnsafe(Math.max(0, end - start))
    for (let read = 0; read < bytes.length; ) {
      const { bytesRead } = await this.file.read(bytes, read, bytes.length - read, start + read)
      if (bytesRead === 0) throw new Error('The spool ended before its last piece')
      read += bytesRead
    }
    return bytes
  }

  async close(): Promise<void> {
    await this.writing.catch(() => undefined)
    await this.file.close()
  }

  private flush(): Promise<void> {
    this.writing = this.writing.then(async () => {
      const bytes = Buffer.from(this.waiting.join(''))
      this.waiting = []
      this.waitingBytes = 0
      this.leaving = bytes.length
      for (let done = 0; done < bytes.length; )
        done += (await this.file.write(bytes, done, bytes.length - done, this.written + done)).bytesWritten
      this.written += bytes.length
      this.leaving = 0
    })
    return this.writing
  }
}

/** Pieces that each end with a comma, as a JSON list. */
export const listOf = (pieces: Buffer) => `[${pieces.toString('utf8', 0, Math.max(0, pieces.length - 1))}]`
