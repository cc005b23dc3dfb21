import type { Page, Request } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'
import { setHidden } from './hidden'
import { requestsOf } from './requests-open'

const waiting = '/api/desk/waiting'
const pathOf = (request: Request) => new URL(request.url()).pathname

/**
 * What a page has asked for since; whatever it asked before this was called is noted before it returns. At rest it has loaded its late parts and
 * what they ask for: nothing is on its way, and seconds of its clock bring nothing new.
 */
function asking(page: Page) {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const { allEnded } = requestsOf(page)
  let marks = 0
  async function since(): Promise<Request[]> {
    const mark = `/api/desk/health/live?mark=${++marks}`
    await page.evaluate((path) => fetch(path).then((answer) => answer.text()), mark)
    const isMark = (request: Request) => request.url().endsWith(mark)
    await expect.poll(() => requests.some(isMark)).toBe(true)
    return requests.splice(0).filter((request) => !isMark(request))
  }
  async function atRest(): Promise<void> {
    let quiet = 0
    const look = async () => {
      await page.clock.runFor('00:01')
      await allEnded()
      quiet = (await since()).length === 0 ? quiet + 1 : 0
      return quiet
    }
    await expect.poll(look).toBeGreaterThanOrEqual(3)
  }
  return { since, atRest }
}

const asked = (page: Page) => page.waitForResponse((answer) => pathOf(answer.request()) === waiting)

test('a hidden tab asks nothing, and asks at once when somebody comes back', async ({ signedInAs }) => {
  test.setTimeout(120_000)
  const page = await signedInAs('admin')
  await page.clock.install()
  const { since, atRest } = asking(page)
  const pages = [
    '/',
    `/buyers/${ids.settledTwice.buyer}`,
    '/approvals',
    '/incidents',
    '/settings/events',
    '/settings/notifications',
  ]
  for (const path of pages) {
    await page.goto(path)
    const inSight = asked(page)
    await page.clock.runFor('00:06')
    await inSight
    await setHidden(page, true)
    await atRest()
    await page.clock.runFor('05:00')
    expect([path, (await since()).map(pathOf)]).toEqual([path, []])
    const back = asked(page)
    await setHidden(page, false)
    await back
  }
})

test('a hidden tab that notifies asks once a minute, without keeping its person signed in, until it doesn’t any more', async ({
  signedInAs,
}) => {
  test.setTimeout(120_000)
  const page = await signedInAs('manager')
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(() => {
    Object.assign(window, { Notification: { permission: 'granted', requestPermission: async () => 'granted' } })
  })
  await page.clock.install()
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Notify me in this browser' }).click()
  const stop = page.getByRole('button', { name: 'Stop notifying me in this browser' })
  await expect(stop).toBeVisible()
  const { since, atRest } = asking(page)
  await setHidden(page, true)
  await atRest()
  for (let minute = 1; minute <= 5; minute += 1) {
    const answered = asked(page)
    await page.clock.runFor('01:00')
    await answered
    const requests = await since()
    expect([minute, requests.map(pathOf)]).toEqual([minute, [waiting]])
    expect(requests[0]?.headers()['x-background']).toBeDefined()
  }
  await setHidden(page, false)
  await stop.click()
  await expect(page.getByRole('button', { name: 'Notify me in this browser' })).toBeVisible()
  await setHidden(page, true)
  await atRest()
  await page.clock.runFor('05:00')
  expect((await since()).map(pathOf)).toEqual([])
})
