import { setTimeout as wait } from 'node:timers/promises'
import { closeAbandoned } from '@/lib/commands/server/recover'
import { env } from '@/lib/platform/env'
import { breakerOf } from '@/lib/service/transport'
import { runIncidents } from './run'

// A copy that works on incidents as its job does, until somebody kills it.

process.on('disconnect', () => process.exit()) // its parent is gone
const onAndOn = new AbortController()
await closeAbandoned()
for (;;) {
  breakerOf(env().SERVICE_URL).answered() // reads close it at a desk
  await runIncidents(onAndOn.signal)
  await wait(100)
}
