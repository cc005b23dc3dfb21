import { afterEach, describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { verify } from '@/lib/journal/verify'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { companyPersonId } from './company-person'
import { addPerson } from './people'

describe.each(engines)('a person’s name, on %s,', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const verdict = async () => verify(await database(), process.env.DATA_DIR ?? '')
  afterEach(async () => expect(await verdict()).toMatchObject({ whole: true }))

  const rename = async (id: string, name: string) =>
    void (await (await database()).updateTable('accounts').set({ name }).where('id', '=', id).execute())
  const namedFor = (id: string) => ({ whole: false, why: expect.stringContaining(`accounts ${id}: name`) })

  it('that somebody changes in the database is named by verify, as actions would look like another person’s', async () => {
    const admin = somebody((await dashboard.account('admin')).accountId, 'admin')
    await addPerson(admin, { email: 'bo@desk.example.test', name: 'Bo Holm', role: 'agent' }, noClaim)
    const store = await database()
    const { id } = await store
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'bo@desk.example.test')
      .executeTakeFirstOrThrow()
    await rename(id, 'Ada Lund')
    expect(await verdict()).toMatchObject(namedFor(id))
    await rename(id, 'Bo Holm')
  })

  it('that the company changes is an entry, once, and one changed in the database is named until the next sign-in', async () => {
    const store = await database()
    const person = { issuer: 'https://corp.test', subject: 's', email: 'ada@corp.test', role: 'agent' as const }
    const signsInAs = (name: string) => companyPersonId(store, { ...person, name })
    const { accountId } = await signsInAs('Ada Lund')
    for (const name of ['Ada Lund', 'Ada Holm', 'Ada Holm']) await signsInAs(name)
    const did = async () =>
      (await store.selectFrom('journal').select('detail').where('action_id', '=', accountId).orderBy('seq').execute()).map(
        ({ detail }) => JSON.parse(detail).did,
      )
    expect(await did()).toEqual(['added', 'name'])
    await rename(accountId, 'Bo Holm')
    expect(await verdict()).toMatchObject(namedFor(accountId))
    await signsInAs('Ada Holm')
    expect(await did()).toEqual(['added', 'name', 'name'])
  })
})
