import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Engine, environmentOf, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import type { Person } from '@/lib/people/server/sessions'
import { employ } from './commands-for-tests'
import { ServiceForTests } from './service-for-tests'

/** A dashboard and a service of their own for each test, on one database whose journal is whole after each. */
export class JournalForTests {
  /** A second connection, which sees only what is committed. */
  witness = undefined as unknown as Database
  service = new ServiceForTests()
  /** Whether the accounts have the extra reads. */
  reads: boolean | 'auto' = false
  place = undefined as unknown as OwnPlace

  /** `closed` says who may use the second merchant account, `closed`. */
  constructor(
    engine: Engine,
    people: Person[],
    private readonly closed: { roles?: string[]; people?: string[] },
  ) {
    beforeAll(async () => {
      this.place = await newPlace(engine)
      this.witness = await openDatabase(this.place)
      await employ(this.witness, ...people)
    })
    beforeEach(() => this.start())
    afterEach(async () => {
      await this.service.stop()
      expect(await verify(this.witness, this.place.DATA_DIR)).toMatchObject({ whole: true })
      await stop()
    })
    afterAll(async () => {
      await this.witness.destroy()
      await this.place.remove()
    })
  }

  /** A new start of the dashboard, with a service that has received nothing. */
  async start(closed = this.closed): Promise<void> {
    this.service = new ServiceForTests()
    const [account] = JSON.parse(environmentOf(this.place).MERCHANTS)
    const northwind = { ...account, reads: this.reads }
    const MERCHANTS = JSON.stringify([northwind, { ...northwind, code: 'closed', name: 'Closed', ...closed }])
    startAt(this.place, { MERCHANTS, SERVICE_URL: await this.service.start(), SERVICE_WRITE_PATIENCE_MS: '5000' })
  }
}
