import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { afterEach, beforeAll, test } from 'vitest'
import { type Engine, OwnDatabase, type OwnPlace } from '@/lib/database/engines-for-tests'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import type { Tables } from '@/lib/database/schema'
import { appendSome } from './entries-for-tests'

/** A journal of twenty entries, which each test may change as it likes: the next finds it as it was. */
export class TwentyEntries {
  private readonly own: OwnDatabase
  private transaction: Transaction<Tables> | undefined

  constructor(engine: Engine) {
    this.own = new OwnDatabase(engine)
    beforeAll(() => this.own.store.transaction().execute((tx) => appendSome(20, tx)))
    afterEach(async () => {
      rmSync(join(this.place.DATA_DIR, 'journal-checkpoints'), { force: true })
      await this.own.start()
    })
  }

  get place(): OwnPlace {
    return this.own.place
  }

  /** The database as the test sees it. */
  get store(): Transaction<Tables> {
    if (!this.transaction) throw new Error('The entries are there while a test runs')
    return this.transaction
  }

  test(promise: string, work: () => Promise<void>): void {
    test(promise, () => this.rolledBack(work))
  }

  /** Does work on the entries, and undoes it. */
  rolledBack(work: () => Promise<void>): Promise<void> {
    return rolledBack(this.own.store, (tx) => {
      this.transaction = tx
      return work()
    })
  }

  rowOf(seq: number) {
    return this.store.selectFrom('journal').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow()
  }
}
