import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { cookieOf, Dashboard } from '@/lib/testing/dashboard'
import type { PersonAccount } from '../person-account'
import { postPassword, postPerson, putPassword } from './handlers'
import { localSignIn } from './local-sign-in'
import { serveDashboard, serveWhilePasswordDue } from './serve-dashboard'

const dashboard = new Dashboard()
const add = serveDashboard('settings', postPerson)
const renew = serveDashboard('settings', postPassword)
const change = serveWhilePasswordDue(putPassword)

const good = 'lantern moss quarrel tin'

let count = 0
/** Somebody whom an admin has added, signed in with the password they were given. */
async function joined() {
  count += 1
  const email = `own${count}@desk.example.test`
  const body = { email, name: 'Ines Dahl', role: 'agent' }
  const answer = await dashboard.call(add, 'POST', '/api/desk/people', { as: 'admin', body })
  const { people, password: current } = (await answer.json()) as { people: PersonAccount[]; password: string }
  const id = people.find((each) => each.email === email)?.id ?? ''
  const address = `198.51.100.${count}`
  const signsIn = (password: string) => localSignIn(email, password, { address, browser: 'Firefox on Linux' })
  const cookie = await cookieOf((await signsIn(current)) ?? '')
  const chooses = (password: string) =>
    dashboard.call(change, 'PUT', '/api/desk/account/password', { as: null, headers: { cookie }, body: { current, password } })
  return { id, signsIn, chooses }
}

it.each([0, 10, 20, 30, 40])(
  'is the one that an admin gives %i ms after somebody with the session begins to change it',
  async (ms) => {
    const { id, signsIn, chooses } = await joined()
    const renewing = async () => {
      await wait(ms)
      return dashboard.call(renew, 'POST', `/api/desk/people/${id}/password`, { as: 'admin', params: { accountId: id } })
    }
    const [changed, answer] = await Promise.all([chooses(good), renewing()])
    const { password } = (await answer.json()) as { password: string }
    expect([await signsIn(good), await signsIn(password)]).toEqual([null, expect.any(String)])
    expect([200, 409, 422]).toContain(changed.status) // as who was first
  },
)

it('is one, and said to be that, where two are chosen at once', async () => {
  const { signsIn, chooses } = await joined()
  const chosen = [good, 'meadow tractor violet pond']
  const answers = await Promise.all(chosen.map(chooses))
  const inForce = await Promise.all(chosen.map(async (each) => (await signsIn(each)) !== null))
  expect(answers.map(({ status }) => status === 200)).toEqual(inForce)
  expect(inForce.filter(Boolean)).toHaveLength(1)
})

it('is told as changed to whoever asks the same again, having got no answer', async () => {
  const { signsIn, chooses } = await joined()
  const answers = [await chooses(good), await chooses(good), await chooses('meadow tractor violet pond')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
  expect(await signsIn(good)).toEqual(expect.any(String))
})
