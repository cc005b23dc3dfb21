import { setTimeout as wait } from 'node:timers/promises'
import { streamJournal } from './stream'

// A copy that sends the journal as its job does, until somebody kills it.

process.on('disconnect', () => process.exit()) // its parent is gone
const onAndOn = new AbortController()
for (;;) {
  await streamJournal(onAndOn.signal)
  await wait(50)
}
