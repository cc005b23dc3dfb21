import { randomUUID } from 'node:crypto'
import { ids } from '../standin/seed/stories'
import { type Figure, inTurns, ratio, timed } from './measure'

const rounds = 60

type Dashboard = { url: string; cookie: string }

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
        body: JSON.stringify(autochargeStatus ? { autochargeStatus } : { autochargeStatus, reason: 'Asked by the buyer' }),
      })
      if (!response.ok) throw new Error(`The dashboard answered ${response.status}`)
      await response.arrayBuffer()
    })
  const empty = () => timed(async () => (await fetch(`${url}/api/desk/health/live`)).arrayBuffer())
  for (let warm = 0; warm < 20; warm += 1) await inTurns(1, command, empty)
  const { one, other } = await inTurns(rounds, command, empty)
  return ratio('a command through the dashboard, against an empty handler', one, other, 3)
}
