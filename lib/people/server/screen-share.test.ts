import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { getChargeHistory, listTokens } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { routes } from '@/lib/testing/routes'

const dashboard = new Dashboard()
const params = { buyerId }
const example = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../standin/examples/${name}.json`, import.meta.url), 'utf8'))
const shared = async () => ({ cookie: `${await dashboard.cookie('agent')}; screen-share=on` })
const readable = /T••|E••|••0119|"0119"|203\.0\.113|i•••|@e•••/

it.each([
  ['charge-history', getChargeHistory],
  ['tokens', listTokens],
] as const)('while a screen is shared the answer to a read of %s shows nobody in part', async (name, operation) => {
  dashboard.serviceAt((await listener(json(200, example(name)))).url)
  const usual = await (await dashboard.ask(operation, { params })).text()
  expect(usual).toMatch(readable)
  const answer = await dashboard.ask(operation, { params, headers: await shared() })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await answer.text()).not.toMatch(readable)
})

it.each(['known', 'orders', 'charges'])('nor does our own answer about a buyer: %s', async (what) => {
  dashboard.serviceAt((await listener(json(200, example('charge-history')))).url)
  await dashboard.ask(getChargeHistory, { params })
  const path = `/api/desk/buyers/{buyerId}/${what}`
  const [route] = (await routes()).filter((each) => each.method === 'GET' && each.path === path)
  const ask = async (headers: Record<string, string>) =>
    (await dashboard.call(route?.handler as never, 'GET', path, { params, headers })).text()
  expect(await ask({})).toMatch(readable)
  expect(await ask(await shared())).not.toMatch(readable)
})

it('what the service says in a refusal is masked whole too', async () => {
  dashboard.serviceAt(
    (await listener(json(422, { code: 0, message: 'No mail goes to tainara@example.test', traceId: 't-1' }))).url,
  )
  const answer = await dashboard.ask(getChargeHistory, { params, headers: await shared() })
  expect([answer.status, (await answer.json()).detail]).toEqual([422, 'No mail goes to •••••'])
})

it('what was half typed neither goes out masked nor is written over while the screen is shared', async () => {
  const key = 'createBuyer:x'
  const call = async (method: 'GET' | 'PUT', headers: Record<string, string>, body?: object) => {
    const [route] = (await routes()).filter((each) => each.method === method && each.path === '/api/desk/drafts/{key}')
    const given = { as: 'agent' as const, params: { key }, headers, ...(body ? { body } : {}) }
    return (await dashboard.call(route?.handler as never, method, `/api/desk/drafts/${key}`, given)).json()
  }
  const draft = { actionId: randomUUID(), values: { zip: '10115', email: 'tainara@example.test' } }
  expect(await call('PUT', {}, draft)).toEqual({ kept: true, actionId: draft.actionId })
  expect(await call('GET', await shared())).toEqual({ draft: null })
  expect(await call('PUT', await shared(), { ...draft, values: { zip: '•••••' } })).toEqual({ kept: false })
  expect(await call('GET', {})).toMatchObject({ draft: { values: draft.values } })
})
