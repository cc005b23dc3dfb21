import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'
import type { Machines } from '../token'

const name = 'machines'

/** Who turned all machines off, and when; null while they are on. Read in the database each time, so that all copies hear of it at once. */
export async function machinesOff(store?: Database): Promise<Machines['off']> {
  const { rows } = await settingRow(store ?? (await database()), {})
  return rows[0] ? fromOwnJson<Machines['off']>(rows[0].value) : null
}

/** Turns all machines off or on, and writes down who did. To turn off what is off changes nothing. */
export async function turnMachines(person: Person, to: 'on' | 'off', claim?: Claim): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await waitForTurn(tx)
    const isOff = (await machinesOff(tx)) !== null
    if (isOff === (to === 'off')) return
    const at = new Date().toISOString()
    const row = { name, value: JSON.stringify(to === 'off' ? { by: person.name, at } : null), changed_at: at }
    await append(tx, {
      kind: 'setting',
      detail: { setting: 'machines', to },
      rows: [{ table: 'desk_settings', id: name, values: row }],
      actionId: name,
      accountId: person.accountId,
      person: person.name,
      merchant: '',
      operation: 'machines',
      buyerId: null,
      ticket: null,
    })
    await tx
      .insertInto('desk_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  })
}

const settingRow = prepared((store) => store.selectFrom('desk_settings').select('value').where('name', '=', name))
