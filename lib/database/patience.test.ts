import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { beside, breathe, foundWritable, lockProblem, wasUnwritable } from './patience'

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

test('tells of a full or failing disk as of a lock: nothing was done', () => {
  const store = new Database(':memory:')
  store.exec('create table notes (text text); pragma max_page_count = 2')
  const write = () => {
    try {
      return store.prepare('insert into notes values (?)').run('x'.repeat(100_000))
    } catch (cause) {
      return lockProblem(cause, 'you weren’t signed in')
    }
  }
  expect(write()).toMatchObject({
    problem: {
      status: 503,
      code: 'database_full',
      title: 'Nothing was saved',
      detail: 'The database’s disk is full, so you weren’t signed in. Tell the person who runs Counterfoil.',
    },
  })
  store.close()
  for (const code of ['SQLITE_IOERR_WRITE', 'SQLITE_READONLY', '25006', '58030'])
    expect(lockProblem(Object.assign(new Error('no'), { code }))).toMatchObject({
      problem: {
        status: 503,
        code: 'database_unwritable',
        detail: 'The database can’t be written to, so nothing was saved or sent. Tell the person who runs Counterfoil.',
      },
    })
  const other = new Error('no such table')
  expect(lockProblem(other)).toBe(other)
})

test('remembers that no write was taken also where nobody is told, as of a note beside an answer', async () => {
  foundWritable()
  expect(await beside('note', () => Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' })))).toBeNull()
  expect(wasUnwritable()).toBe(true)
  foundWritable()
  expect(await beside('note', () => Promise.reject(new Error('no such table')))).toBeNull()
  expect(wasUnwritable()).toBe(false)
})
