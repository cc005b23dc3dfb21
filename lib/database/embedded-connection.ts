import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import { isBeside, KeptOut, lockMs, lockPatience } from './patience'

const maxStatements = 300

/** A transaction takes a few milliseconds, so the first tries come soon and only later ones this far apart. */
const longestMs = 10

const begin = CompiledQuery.raw('begin')
const beginToWrite = CompiledQuery.raw('begin immediate')

abstract class Unstreamed implements DatabaseConnection {
  abstract executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>

  // biome-ignore lint/correctness/useYield: nobody streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read the rows in pieces instead of streaming them')
  }
}

export class EmbeddedConnection extends Unstreamed {
  // Every command asks for the same few statements again.
  private readonly statements = new Map<string, Sqlite.Statement<unknown[]>>()
  /** When it was last seen that no other process stands in the way, and since when one does. */
  private freeAt = 0
  private busySince: number | null = null

  constructor(readonly file: Sqlite.Database) {
    super()
  }

  /** Of `with` and `select` alone this is asked; all else, settings too, is for the writer. */
  onlyReads({ sql }: CompiledQuery): boolean {
    return /^\s*(?:select|with)\b/i.test(sql) && this.prepared(sql).readonly
  }

  /** Waits for another process, for so long since `since`. */
  async executeQuery<R>(query: CompiledQuery, since = performance.now()): Promise<QueryResult<R>> {
    const max = lockPatience()
    for (let tries = 1; ; tries += 1) {
      try {
        const result = this.run<R>(query)
        this.freeAt = performance.now()
        this.busySince = null
        return result
      } catch (cause) {
        if (!isBusy(cause) || performance.now() > Math.max(since, this.freeAt) + max) throw cause
        this.busySince ??= performance.now()
      }
      await wait(Math.min(tries, longestMs) * (0.5 + Math.random() / 2))
    }
  }

  /** Whether another process has stood in the way for so long that nobody waits for it beside an answer. */
  get isKeptOut(): boolean {
    return this.busySince !== null && performance.now() > this.busySince + lockMs.beside
  }

  private run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.prepared(sql)
    const given = parameters.map(wellFormed)
    if (statement.reader) return { rows: statement.all(given) as R[] }
    const { changes, lastInsertRowid } = statement.run(given)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }

  private prepared(sql: string): Sqlite.Statement<unknown[]> {
    const known = this.statements.get(sql)
    if (known) return known
    const statement = this.file.prepare<unknown[]>(sql)
    if (this.statements.size >= maxStatements) this.statements.clear() // each number of rows added at once is a statement of its own
    this.statements.set(sql, statement)
    return statement
  }
}

/** Half a character is kept as one replacement character, as the other database does and the digests of the journal have it. */
const wellFormed = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

export const isBusy = (cause: unknown) =>
  cause instanceof Sqlite.SqliteError && (cause.code === 'SQLITE_BUSY' || cause.code === 'SQLITE_BUSY_RECOVERY')

/** Who writes next in this process. The embedded database takes one writer at a time. */
export class Turns {
  private last: Promise<void> = Promise.resolve()

  /** Waits until whoever came before is done. Returns how to be done. */
  async take(): Promise<() => void> {
    const before = this.last
    let end = () => {}
    this.last = new Promise((done) => (end = done))
    await before
    return end
  }
}

/** What a statement or a transaction is run through: a statement that only reads by the reader, anything else by the writer in its turn. */
export class EmbeddedLine extends Unstreamed {
  private held: { connection: EmbeddedConnection; end: () => void } | null = null

  constructor(
    private readonly writer: EmbeddedConnection,
    private readonly reader: EmbeddedConnection,
    private readonly turns: Turns,
  ) {
    super()
  }

  get isInTransaction(): boolean {
    return this.held?.connection.file.inTransaction ?? false
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.held) return this.held.connection.executeQuery(query)
    if (this.reader.onlyReads(query)) return this.reader.executeQuery(query)
    const end = await this.acquireLine()
    try {
      return await this.writer.executeQuery(query, end.since)
    } finally {
      end()
    }
  }

  async beginToWrite(): Promise<void> {
    const end = await this.acquireLine()
    try {
      await this.writer.executeQuery(beginToWrite, end.since)
      this.held = { connection: this.writer, end }
    } catch (cause) {
      end()
      throw cause
    }
  }

  async beginToRead(connection: EmbeddedConnection): Promise<void> {
    await connection.executeQuery(begin)
    this.held = { connection, end: () => connection.file.close() }
  }

  end(): void {
    this.held?.end()
    this.held = null
  }

  /** Since when one has waited counts from the asking: who has stood behind others that waited in vain does not wait as long again. */
  private async acquireLine(): Promise<(() => void) & { since: number }> {
    const since = performance.now()
    const turn = this.turns.take()
    if (isBeside()) await this.soon(turn)
    return Object.assign(await turn, { since })
  }

  /** Waits for the turn; gives it up, for whoever comes next, where another process keeps out those before. */
  private async soon(turn: Promise<() => void>): Promise<void> {
    let isMine = false
    const mine = turn.then(() => {
      isMine = true
    })
    for (;;) {
      await Promise.race([mine, wait(20)])
      if (isMine) return
      if (!this.writer.isKeptOut) continue
      void turn.then((end) => end())
      throw new KeptOut()
    }
  }
}
