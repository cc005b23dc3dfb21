import { setTimeout as wait } from 'node:timers/promises'
import { deliverNotices } from './deliver'

// A copy that delivers as its job does, until somebody kills it.

process.on('disconnect', () => process.exit()) // its parent is gone
const onAndOn = new AbortController()
for (;;) {
  await deliverNotices(onAndOn.signal)
  await wait(50)
}
