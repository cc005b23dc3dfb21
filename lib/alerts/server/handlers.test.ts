import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { dataFolder } from '@/lib/journal/checkpoints'
import { verify } from '@/lib/journal/verify'
import { Dashboard } from '@/lib/testing/dashboard'
import { routes } from '@/lib/testing/routes'
import type { AlertRule, RuleToSave } from '../alert-rule'

const all = await routes()
const rule: RuleToSave = {
  ...{ source: 'declined-share', op: 'atLeast', threshold: 55, windowMinutes: 30, least: 40, quietMinutes: 60 },
  ...{ roles: ['manager'], on: true },
}

describe.each(engines)('rules that raise alerts, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  type CallOptions = { as?: Role; ruleId?: string; version?: number | null; id?: string; body?: object }
  const call = async (method: string, { as = 'manager', ruleId, version = null, id = randomUUID(), body }: CallOptions = {}) => {
    const path = `/api/desk/alert-rules${ruleId === undefined ? '' : '/{ruleId}'}`
    const route = all.find((each) => each.method === method && each.path === path)
    const headers = { 'x-action-id': id, 'x-version': version === null ? null : `${version}` }
    const asked = { as, headers, params: { ruleId: ruleId ?? '' }, ...(body && { body }) }
    const answer = await dashboard.call(route?.handler as never, method, path.replace('{ruleId}', ruleId ?? ''), asked)
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }
  const rules = async (as: Role = 'manager'): Promise<AlertRule[]> => (await call('GET', { as })).body.data
  const named = async (source: string) => {
    const found = (await rules()).find((each) => each.source === source)
    if (!found) throw new Error(`There is no rule of ${source}`)
    return found
  }
  const toSave = ({ id: _, version: __, shipped: ___, changedBy: ____, ...given }: AlertRule): RuleToSave => given

  it('come with the dashboard and are on', async () => {
    expect((await call('GET')).body.meta).toEqual({ type: 'collection', total: 4, asOf: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(
      (await rules()).map(({ source, threshold, least, windowMinutes, on, shipped }) => ({
        ...{ source, threshold, least, windowMinutes, on, shipped },
      })),
    ).toEqual([
      { source: 'double-payments', threshold: 1, least: null, windowMinutes: 10_080, on: true, shipped: true },
      { source: 'declined-share', threshold: 40, least: 30, windowMinutes: 15, on: true, shipped: true },
      { source: 'chargebacks', threshold: 3, least: null, windowMinutes: 1_440, on: true, shipped: true },
      { source: 'silence', threshold: 1, least: null, windowMinutes: null, on: true, shipped: true },
    ])
  })

  it('are added, changed and removed by managers and admins, and the journal says by whom and vouches for them', async () => {
    const ruleId = randomUUID()
    expect((await call('POST', { id: ruleId, body: rule })).body.data.at(-1)).toMatchObject({ ...rule, id: ruleId, version: 1 })
    const changed = await call('PUT', { as: 'admin', ruleId, version: 1, body: { ...rule, threshold: 60 } })
    expect(changed.body.data.at(-1)).toMatchObject({ threshold: 60, version: 2, changedBy: 'The admin' })
    expect((await call('PUT', { ruleId, version: 1, body: rule })).body).toMatchObject({ kind: 'conflict', code: 'changed' })
    expect((await call('DELETE', { ruleId, version: 1 })).status).toBe(409)
    expect((await call('DELETE', { ruleId, version: 2 })).body.meta.total).toBe(4)
    expect((await call('DELETE', { ruleId, version: 3 })).status).toBe(404)
    const entries = await (await database())
      .selectFrom('journal')
      .select(['person', 'detail'])
      .where('action_id', '=', ruleId)
      .execute()
    expect(entries.map(({ person }) => person)).toEqual(['The manager', 'The admin', 'The manager'])
    expect(JSON.parse(entries[1]?.detail ?? '')).toMatchObject({ before: { threshold: 55 }, after: { threshold: 60 } })
    expect(await verify(await database(), dataFolder())).toMatchObject({ whole: true })
  })

  it('that come with the dashboard are turned off and changed, not removed', async () => {
    const { id: ruleId, version, ...given } = await named('chargebacks')
    const off = { ...toSave({ id: ruleId, version, ...given }), on: false }
    expect((await call('PUT', { ruleId, version, body: off })).status).toBe(200)
    expect(await named('chargebacks')).toMatchObject({ on: false, version: 2, shipped: true, changedBy: 'The manager' })
    expect((await call('PUT', { ruleId, version, body: off })).status).toBe(409)
    expect((await call('DELETE', { ruleId, version: 2 })).body).toMatchObject({ kind: 'conflict', code: 'shipped' })
  })

  it('of which two are saved over the same version at once, one is refused', async () => {
    const { id: ruleId, version, ...given } = await named('double-payments')
    const body = toSave({ id: ruleId, version, ...given })
    const answers = await Promise.all(
      [1, 2, 3].map((threshold) => call('PUT', { ruleId, version, body: { ...body, threshold } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it.each<[string, object]>([
    ['source', { source: 'money-back' }],
    ['source', { source: 'silence', threshold: 1, windowMinutes: null, least: null }],
    ['op', { op: 'atMost' }],
    ['threshold', { threshold: 101 }],
    ['threshold', { threshold: 0 }],
    ['threshold', { threshold: 1.5 }],
    ['windowMinutes', { windowMinutes: 16 }],
    ['windowMinutes', { windowMinutes: null }],
    ['least', { least: 29 }],
    ['least', { least: null }],
    ['least', { source: 'chargebacks', windowMinutes: 1_440 }],
    ['quietMinutes', { quietMinutes: 4 }],
    ['roles', { roles: [] }],
    ['roles.0', { roles: ['agent'] }],
    ['unknown', { unknown: 1 }],
  ])('that can’t hold are refused, naming %s: %o', async (field, wrong) => {
    const { status, body } = await call('POST', { body: { ...rule, ...wrong } })
    expect([status, body.fields.map((each: { field: string }) => each.field)]).toEqual([422, [field]])
  })

  it('are asked for with the version that was seen, and an id that is one', async () => {
    const { id: ruleId } = await named('silence')
    const { body, status } = await call('PUT', { ruleId, body: rule })
    expect([status, body.fields[0].field]).toEqual([422, 'x-version'])
    expect((await call('PUT', { ruleId: 'silence', version: 1, body: rule })).status).toBe(400)
    expect((await call('PUT', { ruleId: randomUUID(), version: 1, body: rule })).status).toBe(404)
    expect((await call('PUT', { ruleId, version: 1, body: rule })).body.fields[0]).toMatchObject({ field: 'source' })
  })
})
