import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import type { Truth } from './shop'

type Row = Record<string, string | number | null>

/** The tables as they lie in the database, read without the dashboard's code. */
export class TablesAsTheyLie {
  #ask: (statement: string) => Promise<Row[]>
  close: () => Promise<void>

  constructor({ databaseUrl, folder }: { databaseUrl: string; folder: string }) {
    if (databaseUrl === '') {
      const file = new SQLite(join(folder, 'counterfoil.sqlite'), { readonly: true })
      this.#ask = async (statement) => file.prepare<[], Row>(statement).all()
      this.close = async () => void file.close()
    } else {
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
      this.#ask = async (statement) => (await pool.query<Row>(statement)).rows
      this.close = () => pool.end()
    }
  }

  rows(statement: string): Promise<Row[]> {
    return this.#ask(statement)
  }

  async number(statement: string): Promise<number> {
    return Number(Object.values((await this.rows(statement))[0] ?? {})[0] ?? 0)
  }

  /** How many events wait to be read or to be found. */
  waiting(): Promise<number> {
    return this.number(`select (select count(*) from events where state = 'received') + (select count(*) from directory_pending)`)
  }

  /** All that events have come to in one merchant account, without ids of our own and times of receipt. */
  async endState(merchant: string): Promise<{ events: string[]; keys: string[]; charges: string[] }> {
    const [events, keys, charges] = await Promise.all([
      this.rows(`select entity, type, action, said_at, state, buyer_id, provider from events
        where merchant = '${merchant}' and entity is not null and state in ('taken', 'older', 'differs')`),
      this.rows(
        `select buyer_id, kind, key, thing from directory_keys where merchant = '${merchant}' and buyer_id in (select buyer_id from events)`,
      ),
      this.rows(`select charge_id, buyer_id, order_id, amount, amount_given, currency, day, last_four, status, told_by, receipt, order_state
        from directory_charges where merchant = '${merchant}' and told_by = 'event'`),
    ])
    const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    return { events: sorted(events), keys: sorted(keys), charges: sorted(charges) }
  }

  /** A sentence for each thing that isn't as it happened. */
  async againstTruth(merchant: string, truth: Truth): Promise<string[]> {
    const wrong: string[] = []
    const expect = (what: string, is: unknown, should: unknown) => {
      if (String(is) !== String(should)) wrong.push(`${what}: ${is}, and should be ${should}`)
    }
    const ours = `merchant = '${merchant}' and entity is not null and state in ('taken', 'older', 'differs')`
    expect('events', await this.number(`select count(*) from events where ${ours}`), truth.happenings)
    expect(
      'contradicted',
      await this.number(`select count(*) from events where ${ours} and state = 'differs'`),
      truth.contradicted,
    )
    const charges = await this.rows(`select * from directory_charges where merchant = '${merchant}' and told_by = 'event'`)
    expect('charges', charges.length, truth.charges.size)
    for (const row of charges) {
      const charge = truth.charges.get(String(row.charge_id))
      const should = charge && [
        charge.buyerId,
        charge.orderId,
        charge.amount,
        charge.currency,
        charge.createdAt.slice(0, 10),
        charge.status,
      ]
      const is = [row.buyer_id, row.order_id, row.amount_given, row.currency, row.day, row.status]
      expect(`charge ${row.charge_id}`, is.join(' '), should?.join(' '))
      expect(`charge ${row.charge_id} counted as received`, row.receipt ?? 0, 0)
    }
    const taken = await this.rows(`select entity, action from events where ${ours} and state = 'taken' and type = 'subscription'`)
    expect('subscriptions', taken.length, truth.subscriptions.size)
    for (const { entity, action } of taken)
      expect(String(entity), action, truth.subscriptions.get(String(entity).replace('subscription:', '')))
    const emails = await this.rows(`select buyer_id, key from directory_keys where merchant = '${merchant}' and kind = 'email'`)
    const found = new Set(emails.map(({ buyer_id, key }) => `${buyer_id} ${key}`))
    expect(
      'buyers found by e-mail',
      truth.buyers.filter(({ id, email }) => found.has(`${id} ${email}`)).length,
      truth.buyers.length,
    )
    return wrong
  }
}
