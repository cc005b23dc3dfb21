import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { POST as addNote } from '@/app/api/desk/buyers/[buyerId]/notes/route'
import { engines, environmentOf, OwnDatabase } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { holdWriteLock } from '@/lib/database/write-lock-for-tests'
import { createPerson } from '@/lib/people/server/person-accounts'
import { sessionCookie } from '@/lib/people/server/session-cookie'
import { personOf, startSession } from '@/lib/people/server/sessions'
import { signInHandler } from '@/lib/people/server/sign-in-handler'
import { cookieOf } from './dashboard'
import { dashboardOrigin } from './environment'

const account = { email: 'ada@desk.test', name: 'Ada', role: 'agent' as const, password: 'a password that is long enough' }

describe.each(engines)('whoever acts while another process holds the write lock of %s is told so (F18)', (engine) => {
  const own = new OwnDatabase(engine)
  let cookie: string
  let session: string

  beforeAll(async () => {
    const store = await database()
    session = await startSession(store, (await createPerson(store, account)) ?? '', new Date(Date.now() - 60_000))
    cookie = await cookieOf(session, { secret: environmentOf(own.place).NEXTAUTH_SECRET })
  })

  const auth = (path: string, init: RequestInit) =>
    signInHandler(new Request(`${dashboardOrigin}/api/auth/${path}`, init), {
      params: Promise.resolve({ nextauth: path.split('/') }),
    })

  /** What the pages post, with the token that next-auth gave for it. */
  async function posted(path: string, fields: Record<string, string>, more = ''): Promise<Response> {
    const given = await auth('csrf', { method: 'GET' })
    const cookies = [...given.headers.getSetCookie().map((each) => each.split(';')[0]), more].join('; ')
    const { csrfToken } = await given.json()
    const body = new URLSearchParams({ ...fields, csrfToken, json: 'true' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookies, 'sec-fetch-site': 'same-origin' }
    return auth(path, { method: 'POST', headers, body })
  }

  const signsIn = (password = account.password) => posted('callback/credentials', { email: account.email, password })
  const signsOut = () => posted('signout', {}, cookie)
  const writesNote = () =>
    addNote(
      new Request(`${dashboardOrigin}/api/desk/buyers/x/notes`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-action-id': randomUUID() },
        body: JSON.stringify({ text: 'Called back' }),
      }),
      { params: Promise.resolve({ buyerId: randomUUID() }) },
    )

  test('signing in, signing out and saving answer 503 in plain words, change nothing, and work once it is let go', async () => {
    const letGo = await holdWriteLock(own.place)
    const answers = await Promise.all([signsIn(), signsIn('a wrong password'), signsOut(), writesNote()])
    const refusals = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))
    await letGo()
    const locked = (undone: string) => [
      503,
      { code: 'database_locked', detail: `Another process is using the database, so ${undone}. Try again in a moment.` },
    ]
    expect(refusals).toMatchObject([
      locked('you weren’t signed in'),
      locked('you weren’t signed in'),
      locked('you’re still signed in'),
      locked('nothing was saved or sent'),
    ])
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([])
    expect(await personOf(await database(), session)).toMatchObject({ name: 'Ada' })

    expect((await writesNote()).status).toBe(200)
    const signedIn = await signsIn()
    expect(signedIn.headers.getSetCookie().some((each) => each.startsWith(sessionCookie().name))).toBe(true)
    expect((await signsOut()).status).toBe(200)
    expect(await personOf(await database(), session)).toBe('ended')
  }, 60_000)
})
