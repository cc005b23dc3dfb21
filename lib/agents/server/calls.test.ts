import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { unchainedCalls } from '@/lib/journal/verify-calls'
import { env } from '@/lib/platform/env'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { chainCalls, forgetOldCalls } from './calls'
import { asks, publicClient, tokenFor } from './machine-for-tests'

describe.each(engines)('the calls of machines, on %s', (engine) => {
  const dashboard = new Dashboard({ AGENTS: 'on' }, engine)
  const nextMinute = () => new Date(Date.now() + 60_000)
  const checked = async () => verify(await database(), env().DATA_DIR)
  beforeEach(async () => {
    dashboard.serviceAt((await listener(json(200, { data: {}, meta: [] }))).url)
    const client = await publicClient(await tokenFor(dashboard, 'agent'))
    for (const text of ['Nobody', 'Somebody']) await asks(client, 'find_buyer', { text })
  })

  it('of the running minute aren’t chained yet, and of one that is over have one entry', async () => {
    const store = await database()
    await chainCalls(new Date(Date.now() - 60_000))
    expect(await unchainedCalls(store)).toBeGreaterThanOrEqual(2)
    await chainCalls(nextMinute())
    expect(await unchainedCalls(store)).toBe(0)
    const entries = await store.selectFrom('journal').selectAll().where('kind', '=', 'machine-calls').execute()
    const counted = entries.map(({ detail }) => JSON.parse(detail).calls as number)
    const { length } = await store.selectFrom('agent_calls').select('id').execute()
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(length)
    expect(await chainCalls(nextMinute())).toBe(0)
    expect(await checked()).toMatchObject({ whole: true })
  })

  it.each([
    ['changed', (id: string) => ({ set: { outcome: 'nothing' }, id })],
    ['moved to another token', (id: string) => ({ set: { token_id: 'another' }, id })],
  ])('are missed by verify when one was %s', async (_, change) => {
    await chainCalls(nextMinute())
    const store = await database()
    const first = await store.selectFrom('agent_calls').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow()
    const { set, id } = change(first.id)
    await store.updateTable('agent_calls').set(set).where('id', '=', id).execute()
    expect(await checked()).toMatchObject({ whole: false, rows: [{ table: 'agent_calls' }] })
    await store.updateTable('agent_calls').set(first).where('id', '=', id).execute()
    expect(await checked()).toMatchObject({ whole: true })
  })

  it('are noticed by verify where one was made up, under an entry that there isn’t', async () => {
    await chainCalls(nextMinute())
    const store = await database()
    const first = await store.selectFrom('agent_calls').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow()
    await store
      .insertInto('agent_calls')
      .values({ ...first, id: 'made-up', entry: 'no-entry' })
      .execute()
    expect(await checked()).toMatchObject({ whole: false, rows: [{ table: 'agent_calls', id: 'made-up' }] })
    await store.deleteFrom('agent_calls').where('id', '=', 'made-up').execute()
    expect(await checked()).toMatchObject({ whole: true })
  })

  it('are missed by verify when one was taken away, but not when they were forgotten after 400 days', async () => {
    await chainCalls(nextMinute())
    const store = await database()
    const first = await store.selectFrom('agent_calls').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow()
    await store.deleteFrom('agent_calls').where('id', '=', first.id).execute()
    expect(await checked()).toMatchObject({ whole: false })
    await store.insertInto('agent_calls').values(first).execute()
    await forgetOldCalls()
    expect(await checked()).toMatchObject({ whole: true })
  })
})
