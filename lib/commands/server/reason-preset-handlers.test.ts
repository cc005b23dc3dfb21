import { afterEach, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { standinMerchants } from '@/standin/standin-merchants'
import { defaultReasonPresets } from '../reason-presets'
import { deletePresets, putPresets, readPresets } from './reason-preset-handlers'

const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
afterEach(async () => {
  await (await database()).deleteFrom('reason_presets').execute()
})

const at = '/api/desk/reason-presets'
const read = async (as: Role = 'agent') =>
  (await (await dashboard.call(serveDashboard('read', readPresets), 'GET', at, { as })).json()).presets

async function put(presets: unknown, as: Role = 'admin', operation = 'changeAutochargeStatus') {
  const handler = serveDashboard<{ operation: string }>('settings', putPresets)
  const answer = await dashboard.call(handler, 'PUT', `${at}/${operation}`, { params: { operation }, body: { presets }, as })
  return { status: answer.status, body: await answer.json() }
}

const dropped = () =>
  dashboard.call(serveDashboard<{ operation: string }>('settings', deletePresets), 'DELETE', `${at}/changeAutochargeStatus`, {
    params: { operation: 'changeAutochargeStatus' },
    as: 'admin',
  })

it('an admin gives a command the desk’s own words, everybody is offered them, and the defaults come back when asked', async () => {
  expect(await read()).toEqual(defaultReasonPresets)
  await put([' Moved away ', 'Zu teuer 🙁'])
  await put(['Moved away', 'Zu teuer 🙁'])
  expect(await read('finance')).toEqual({ ...defaultReasonPresets, changeAutochargeStatus: ['Moved away', 'Zu teuer 🙁'] })
  await put([])
  expect((await read()).changeAutochargeStatus).toEqual([])
  await dropped()
  expect(await read()).toEqual(defaultReasonPresets)
})

it('who changed them, and to what, is in the journal', async () => {
  const store = await database()
  const before = await store.selectFrom('journal').select('seq').execute()
  await put(['Moved away'])
  await dropped()
  const noted = await store
    .selectFrom('journal')
    .select(['kind', 'person', 'operation', 'detail'])
    .where('seq', '>', before.length)
    .execute()
  const of = { kind: 'setting', person: 'The admin', operation: 'changeAutochargeStatus' }
  const proof = expect.objectContaining({ rows: [expect.objectContaining({ table: 'reason_presets' })] })
  expect(noted.map(({ detail, ...row }) => ({ ...row, ...JSON.parse(detail) }))).toEqual([
    { ...of, setting: 'reason-presets', presets: ['Moved away'], proof },
    { ...of, setting: 'reason-presets', presets: null, proof },
  ])
})

it.each([
  ['one that is empty', ['Asked', ' '], 'presets.1', 'Remove empty lines'],
  ['one too long for the service', ['Asked', 'x'.repeat(256)], 'presets.1', 'Use 255 characters or fewer'],
  ['the same twice', ['Asked', 'Asked'], 'presets', 'List each preset once'],
  ['too many', Array.from({ length: 13 }, (_, index) => `Reason ${index}`), 'presets', 'Use 12 presets or fewer'],
])('refuses %s, and says which', async (_, presets, field, title) => {
  const { status, body } = await put(presets)
  expect([status, body.fields]).toEqual([422, [{ field, title }]])
  expect(await read()).toEqual(defaultReasonPresets)
})

it('lets nobody but an admin, and for commands with a reason only', async () => {
  expect((await put(['Mine'], 'manager')).status).toBe(403)
  expect((await put(['Mine'], 'admin', 'disableToken')).status).toBe(404)
})
