import { expect, test } from 'vitest'
import { breathe } from './patience'

const since = () => performance.now()

test('leaves the process to others for as long as the piece took', async () => {
  const began = since()
  await breathe(began - 60)
  expect(since() - began).toBeGreaterThanOrEqual(59) // a timer may be a millisecond early
})

test('waits for longer while others keep the process busy, but not for ever', async () => {
  let isOver = false
  const work = () => {
    for (const from = since(); since() < from + 5; );
    if (!isOver) setImmediate(work)
  }
  work()
  const began = since()
  await breathe(began)
  isOver = true
  expect(since() - began).toBeGreaterThanOrEqual(245)
})
