import { randomUUID } from 'node:crypto'
import { ids } from '../standin/seed/stories'
import { SignedClient } from '../standin/signed-client'
import { type Figure, inTurns, ratio, timed } from './measure'

const rounds = 60
const serviceMs = 100
/** A server that has answered a few minutes' requests runs compiled code; the first ones run it as it was read, at twice the time. */
const warming = 1_000

type Dashboard = { url: string; cookie: string }
type SlowService = { url: string; slowDown: (ms: number, times: number) => Promise<void> }

/** A query through the dashboard against the same query sent straight to a service that takes 100 ms, both by the same client. */
export async function proxyOverhead(dashboard: Dashboard, standin: SlowService, buyerId: string): Promise<Figure> {
  const path = `/api/v3/buyers/${buyerId}/charge/history`
  const client = new SignedClient(standin.url)
  const direct = () => timed(() => client.get(path))
  const proxied = () =>
    timed(async () => {
      const response = await fetch(dashboard.url + path, { headers: { cookie: dashboard.cookie } })
      if (!response.ok) throw new Error(`The dashboard answered ${response.status}`)
      await response.arrayBuffer()
    })
  for (let request = 0; request < warming; request += 1) await proxied()
  await standin.slowDown(serviceMs, rounds * 2 + 4)
  for (const warm of [direct, proxied]) await warm()
  const { one, other } = await inTurns(rounds, proxied, direct)
  return ratio('a proxied query against the service alone, which takes 100 ms', one, other, 1.06)
}

/** A command through the dashboard, its two entries flushed, to a service that takes no time, against the framework's own empty handler. */
export async function commandOverhead({ url, cookie }: Dashboard): Promise<Figure> {
  const { buyer, subscription } = ids.longHistory
  const path = `/api/v2/buyers/${buyer}/subscriptions/${subscription}/change_autocharge_status`
  let autochargeStatus = true
  const command = () =>
    timed(async () => {
      autochargeStatus = !autochargeStatus
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { cookie, origin: url, 'content-type': 'application/json', 'x-action-id': randomUUID() },
        body: JSON.stringify(autochargeStatus ? { autochargeStatus } : { autochargeStatus, reason: 'Requested by buyer' }),
      })
      if (!response.ok) throw new Error(`The dashboard answered ${response.status}`)
      await response.arrayBuffer()
    })
  const empty = () => timed(async () => (await fetch(`${url}/api/desk/health/live`)).arrayBuffer())
  for (let warm = 0; warm < 20; warm += 1) await inTurns(1, command, empty)
  const { one, other } = await inTurns(rounds, command, empty)
  return ratio('a command through the dashboard, against an empty handler', one, other, 3)
}
