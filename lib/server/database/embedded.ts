import 'server-only'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  type TransactionSettings,
} from 'kysely'
import { EmbeddedQueryCompiler } from './embedded-compiler'

/** The embedded database in a folder: every commit flushed, readers beside one writer, several processes at once. */
export function embedded(folder: string): Dialect {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'counterfoil.sqlite')
  const file = new Sqlite(path, { timeout: busyMs })
  inWal(file)
  file.pragma('synchronous = FULL') // NORMAL can lose an acknowledged commit when the power goes
  file.pragma('foreign_keys = ON')
  file.pragma('busy_timeout = 0') // from here on the connection itself waits, without stopping the whole process
  const connection = new EmbeddedConnection(file)
  return {
    createDriver: () => new EmbeddedDriver(path, file, connection),
    createQueryCompiler: () => new EmbeddedQueryCompiler(),
    createAdapter: () => new EmbeddedAdapter(file, connection),
    createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
  }
}

/** SQLite does not wait for its turn to change the mode of a file that another process is opening as well, so this does. */
function inWal(file: Sqlite.Database): void {
  const until = performance.now() + busyMs
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

const begin = CompiledQuery.raw('begin')
const beginToWrite = CompiledQuery.raw('begin immediate')
const commit = CompiledQuery.raw('commit')

class EmbeddedDriver extends SqliteDriver {
  private readonly born: Identity | undefined

  constructor(
    private readonly path: string,
    private readonly file: Sqlite.Database,
    private readonly connection: EmbeddedConnection,
  ) {
    super({ database: file })
    this.born = identityOf(path)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await super.acquireConnection() // waits until nobody else in this process uses it
    return this.connection
  }

  /** A transaction that may write takes the write lock first: one that reads and then writes could not wait for another writer. */
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const readsOnly = settings?.accessMode === 'read only'
    if (!readsOnly && !isSame(identityOf(this.path), this.born))
      throw new Error('The database file was removed or replaced while it was open')
    await connection.executeQuery(readsOnly ? begin : beginToWrite)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(commit)
  }

  /** A full disk has ended the transaction already; to say so again would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.file.inTransaction) await super.rollbackTransaction(connection)
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

  constructor(
    private readonly file: Sqlite.Database,
    private readonly connection: DatabaseConnection,
  ) {
    super()
  }

  /** See the function of this name. */
  get connectionInTransaction(): DatabaseConnection | null {
    return this.file.inTransaction ? this.connection : null
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

/** How long a writer waits for another process before it is told that the database is busy. */
const busyMs = 5_000
const mostStatements = 300

class EmbeddedConnection implements DatabaseConnection {
  // Every command asks for the same few statements again.
  private readonly statements = new Map<string, Sqlite.Statement<unknown[]>>()

  constructor(private readonly file: Sqlite.Database) {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return Promise.resolve(this.run<R>(query))
    } catch (cause) {
      return isBusy(cause) ? this.runWhenFree(query) : Promise.reject(cause)
    }
  }

  private async runWhenFree<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = performance.now() + busyMs
    for (;;) {
      await wait(2 + Math.random() * 8)
      try {
        return this.run<R>(query)
      } catch (cause) {
        if (!isBusy(cause) || performance.now() > until) throw cause
      }
    }
  }

  // biome-ignore lint/correctness/useYield: nobody streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read the rows in pieces instead of streaming them')
  }

  private run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.prepared(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }

  private prepared(sql: string): Sqlite.Statement<unknown[]> {
    const known = this.statements.get(sql)
    if (known) return known
    const statement = this.file.prepare<unknown[]>(sql)
    if (this.statements.size >= mostStatements) this.statements.clear() // each number of rows added at once is a statement of its own
    this.statements.set(sql, statement)
    return statement
  }
}

const isBusy = (cause: unknown) =>
  cause instanceof Sqlite.SqliteError && (cause.code === 'SQLITE_BUSY' || cause.code === 'SQLITE_BUSY_RECOVERY')
