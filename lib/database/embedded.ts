import 'server-only'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  type BinaryOperationNode,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PrimitiveValueListNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { EmbeddedConnection, EmbeddedLine, isBusy, Turns } from './embedded-connection'
import { lockMs } from './patience'

/** Its file in the folder of the data. */
export const databaseFile = 'counterfoil.sqlite'

/**
 * The embedded database in a folder: every commit flushed, readers beside one writer, several processes at once. What only reads has a
 * connection of its own, so that it never stands behind somebody who waits for another process to be done writing.
 */
export function embedded(folder: string): Dialect {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, databaseFile)
  const file = new Sqlite(path, { timeout: lockMs.acting })
  inWal(file)
  file.pragma('synchronous = FULL') // NORMAL can lose an acknowledged commit when the power goes
  file.pragma('foreign_keys = ON')
  file.pragma('busy_timeout = 0') // from here on the connection itself waits, without stopping the whole process
  const writer = new EmbeddedConnection(withSmallCache(file))
  const reader = new EmbeddedConnection(toRead(path))
  return {
    createDriver: () => new EmbeddedDriver(path, writer, reader),
    createQueryCompiler: () => new EmbeddedQueryCompiler(),
    createAdapter: () => new EmbeddedAdapter(writer),
    createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
  }
}

const toRead = (path: string) => withSmallCache(new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 0 }))

/** 2 MB of the file in each connection's memory instead of 16: what is read again is in the system's cache anyway. */
function withSmallCache(file: Sqlite.Database): Sqlite.Database {
  file.pragma('cache_size = -2000')
  return file
}

/** SQLite does not wait for its turn to change the mode of a file that another process is opening as well, so this does. */
function inWal(file: Sqlite.Database): void {
  const until = performance.now() + lockMs.acting
  for (;;) {
    try {
      file.pragma('journal_mode = WAL')
      return
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > until) throw cause
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  }
}

const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

class EmbeddedDriver extends SqliteDriver {
  private readonly born: Identity | undefined
  private readonly turns = new Turns()

  constructor(
    private readonly path: string,
    private readonly writer: EmbeddedConnection,
    private readonly reader: EmbeddedConnection,
  ) {
    super({ database: writer.file })
    this.born = identityOf(path)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new EmbeddedLine(this.writer, this.reader, this.turns)
  }

  override async releaseConnection(): Promise<void> {}

  /** A transaction that may write takes the write lock first: one that reads and then writes could not wait for another writer. */
  override async beginTransaction(line: EmbeddedLine, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') return line.beginToRead(new EmbeddedConnection(toRead(this.path)))
    if (!isSame(identityOf(this.path), this.born))
      throw new Error('The database file was removed or replaced while in use. Restart the dashboard.')
    await line.beginToWrite()
  }

  override async commitTransaction(line: EmbeddedLine): Promise<void> {
    await line.executeQuery(commit)
    line.end()
  }

  /** A full disk has ended the transaction already; to say so again would hide why. */
  override async rollbackTransaction(line: EmbeddedLine): Promise<void> {
    try {
      if (line.isInTransaction) await line.executeQuery(rollback)
    } finally {
      line.end()
    }
  }

  override async destroy(): Promise<void> {
    this.reader.file.close()
    this.writer.file.close() // whoever closes last writes everything back, which only a writer may
  }
}

type Identity = { dev: number; ino: number }

/** What is written to a file that has lost its name would be lost with the process. */
const identityOf = (path: string): Identity | undefined => statSync(path, { throwIfNoEntry: false })

const isSame = (one: Identity | undefined, other: Identity | undefined) => one?.ino === other?.ino && one?.dev === other?.dev

/** SQLite changes its schema inside transactions as well, so a migration is applied whole or not at all, and by one process. */
class EmbeddedAdapter extends SqliteAdapter {
  /** See `isServed`. */
  readonly isEmbedded = true

  constructor(private readonly writer: EmbeddedConnection) {
    super()
  }

  /** See the function of this name. */
  get connectionInTransaction(): DatabaseConnection | null {
    return this.writer.file.inTransaction ? this.writer : null
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * Compiles for the embedded database, and gives it a list to look things up in as one value whatever its length. Each length would be a
 * statement of its own otherwise: hundreds, kept until the engine tidies up, took 13 MB and had left as much behind a minute later. A list
 * of one stays: only then an index that is looked up by it gives its rows in order.
 */
export class EmbeddedQueryCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    if (PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length !== 1 && rightOperand.values.every(isPlain)) {
      this.visitNode(leftOperand)
      this.append(' ')
      this.visitNode(operator)
      this.append(' (select value from json_each(')
      this.appendValue(JSON.stringify(rightOperand.values))
      this.append('))')
    } else super.visitBinaryOperation(node)
  }
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
