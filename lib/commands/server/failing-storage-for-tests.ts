import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Sqlite from 'better-sqlite3'
import pg from 'pg'

/**
 * Storage that fails at its n-th write. A write is a statement that changes the database, begins to, or commits, and every call that
 * writes, flushes, renames or removes a file. A call fails before it is carried out, or after: then it was done and nobody knows.
 * What SQLite and PostgreSQL do inside a statement is theirs, and is not covered.
 */
export type Failing = { at: number; times: 'once' | 'for ever'; when: 'before' | 'after' }

const changing = /^\s*(insert|update|delete|create|alter|drop|begin immediate|commit)/i
const files = ['writeFileSync', 'appendFileSync', 'writeSync', 'fsyncSync', 'renameSync', 'rmSync', 'ftruncateSync'] as const
type FileCall = (...given: unknown[]) => unknown

/** Stands in the way of everything that is stored, until `remove`. */
export class FailingStorage {
  /** How many writes there were since it was armed. */
  writes = 0
  private failing: Failing | null = null
  private readonly undo: (() => void)[] = []

  constructor() {
    this.overFiles()
    this.overSqlite()
    this.overPostgres()
  }

  /** From now on writes are counted, and those that shall fail do. */
  arm(failing: Failing | null): void {
    this.writes = 0
    this.failing = failing
  }

  remove(): void {
    for (const undo of this.undo.splice(0)) undo()
    syncBuiltinESMExports()
  }

  private isFailing(): boolean {
    this.writes += 1
    const { failing } = this
    return failing !== null && (failing.times === 'once' ? this.writes === failing.at : this.writes >= failing.at)
  }

  private through<T>(work: () => T): T {
    if (!this.isFailing()) return work()
    if (this.failing?.when === 'after') work()
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  }

  private overFiles(): void {
    const all = fs as unknown as Record<string, FileCall>
    for (const name of files) {
      const original = all[name] as FileCall
      all[name] = (...given) => this.through(() => original(...given))
      this.undo.push(() => {
        all[name] = original
      })
    }
    syncBuiltinESMExports()
  }

  private overSqlite(): void {
    const { prototype } = Sqlite
    const original = prototype.prepare
    const storage = this
    prototype.prepare = function prepare(this: Sqlite.Database, sql: string) {
      const statement = original.call(this, sql)
      if (!changing.test(sql)) return statement
      const through =
        (name: 'run' | 'all'): FileCall =>
        (...given) =>
          storage.through(() => (statement[name] as FileCall).call(statement, ...given))
      // What the dashboard uses of a statement; its own properties cannot be replaced.
      return { reader: statement.reader, run: through('run'), all: through('all') }
    } as unknown as typeof prototype.prepare
    this.undo.push(() => {
      prototype.prepare = original
    })
  }

  private overPostgres(): void {
    const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => Promise<unknown> }
    const original = prototype.query
    const storage = this
    prototype.query = function query(this: pg.Client, ...given: unknown[]) {
      const [sql] = given
      const work = () => original.apply(this, given)
      if (typeof sql !== 'string' || !changing.test(sql) || !storage.isFailing()) return work()
      const done = storage.failing?.when === 'after' ? work() : Promise.resolve()
      // As the server says it of its own disk, so that the connection is still good.
      return done.then(() => Promise.reject(Object.assign(new pg.DatabaseError('disk full', 0, 'error'), { code: '53100' })))
    }
    this.undo.push(() => {
      prototype.query = original
    })
  }
}
