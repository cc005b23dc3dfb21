import type { BrowserContext, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { findChromium } from '../scripts/chromium.mjs'
import { DemoServers } from '../scripts/demo-servers.mjs'
import { freePort } from '../scripts/ports.mjs'
import { axeFindsNothing } from './axe'
import { test as base, expect } from './fixtures'
import { type HelpDesk, startHelpDesk } from './help-desk'
import { rawRequest } from './raw-request'

const { buyer } = ids.cascade
const other = ids.settledTwice
const email = 'tainara@example.test'

const test = base.extend<{ ticket: (path: string) => Promise<Page> }, { helpDesk: HelpDesk }>({
  helpDesk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const helpDesk = await startHelpDesk(await freePort())
      await use(helpDesk)
      await helpDesk.stop()
    },
    { scope: 'worker' },
  ],
  servers: [
    async ({ dataDir, helpDesk }, use) => {
      const environment = { HELP_DESKS: JSON.stringify(helpDesk.settings) }
      const servers = new DemoServers({ port: await freePort(), standinPort: await freePort(), dataDir, environment })
      await servers.start()
      helpDesk.opens(servers.address)
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  /** A ticket of the help desk, in a browser that nobody is signed in with. */
  ticket: async ({ browser, helpDesk }, use) => {
    const opened: BrowserContext[] = []
    await use(async (path) => {
      const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
      opened.push(context)
      const page = await context.newPage()
      await page.goto(`${helpDesk.origin}${path}`)
      return page
    })
    for (const context of opened) await context.close()
  },
})

// As browsers will have it: what stands in a frame of another site has no cookies.
const args = ['--no-sandbox', '--disable-gpu', '--test-third-party-cookie-phaseout']
test.use({ launchOptions: { executablePath: await findChromium(), args } })

const panelOf = (page: Page) => page.frameLocator('iframe')

test('shows whom a signed id means, and the answer and reply of the buyer’s page', async ({ ticket, signedInAs }) => {
  const own = await signedInAs('agent')
  await own.goto(`/buyers/${buyer}`)
  const headline = (await own.locator('#answer h2').textContent()) ?? ''
  const page = await ticket(`/ticket?buyerId=${buyer}`)
  const panel = panelOf(page)
  await expect(panel.getByText('Id proven.')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Northwind', exact: true })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Answer' })).toContainText(headline)
  await expect(panel.getByText(/^t•+a@e•+\.test$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Insert' }).click()
  const reply = (await panel.getByRole('region', { name: 'Reply' }).locator('p').textContent()) ?? ''
  await expect(page.getByLabel('Reply')).toHaveValue(reply)
  await expect(own.locator('#answer')).toContainText(reply.split('. ')[0] ?? '')
})

test('takes the requester of a Zendesk ticket as not proven, and inserts the reply there', async ({ ticket }) => {
  const page = await ticket(`/zendesk?email=${encodeURIComponent(email)}&ticket=T-9`)
  const panel = panelOf(page)
  await expect(panel.getByText('E-mail from the ticket, not proven.')).toBeVisible()
  await panel.getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByLabel('Reply')).not.toHaveValue('')
})

test('a verb opens the filled dialog in a window of its own, sends nothing, and the outcome comes back', async ({
  ticket,
  signedInAs,
  standin,
}) => {
  const panel = panelOf(await ticket(`/ticket?buyerId=${other.buyer}`))
  const link = panel.getByRole('link', { name: 'Turn off autocharge' })
  await expect(link).toHaveAttribute('target', '_blank')
  const href = (await link.getAttribute('href')) ?? ''
  expect(href).toContain(`of=${other.subscription}`)
  const page = await signedInAs('agent')
  await page.goto(href)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Turn off autocharge' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/buyers/${other.buyer}\\?(?!.*do=)`))
  expect((await standin.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).click()
  await expect(panel.getByText('Autocharge is off', { exact: true })).toBeVisible()
  await expect(panel.getByText(/by you, .*from this ticket/)).toBeVisible()
})

test('500 random presses inside send no command', async ({ ticket, standin }) => {
  test.slow()
  const page = await ticket(`/ticket?buyerId=${buyer}`)
  await page.context().route(/\/buyers\//, (route) => route.fulfill({ contentType: 'text/html', body: 'opened' }))
  const opened: Page[] = []
  page.context().on('page', (another) => {
    opened.push(another)
    void another.close()
  })
  await expect(panelOf(page).getByText('Id proven.')).toBeVisible()
  const box = (await page.locator('iframe').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let press = 0; press < 500; press += 1)
    await page.mouse.click(box.x + 2 + random() * (box.width - 4), box.y + 2 + random() * (box.height - 4))
  expect(opened.length).toBeGreaterThan(5)
  expect((await standin.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
})

test('is blank in a frame of any other origin', async ({ browser, helpDesk }) => {
  const page = await (await browser.newContext()).newPage()
  // The same page of the same server, under another name of this machine.
  await page.goto(`${helpDesk.origin.replace('localhost', '127.0.0.1')}/ticket?buyerId=${buyer}`)
  await expect.poll(() => page.frames().at(1)?.url()).toBe('chrome-error://chromewebdata/')
  await expect(panelOf(page).getByText('Id proven.')).toHaveCount(0)
  await page.context().close()
})

test('sends and sets no cookie, whoever is signed in', async ({ browser, servers, helpDesk, signedInAs }) => {
  const own = await signedInAs('agent')
  const context = await browser.newContext()
  await context.addCookies(await own.context().cookies())
  const asked: (string | undefined)[] = []
  const page = await context.newPage()
  page.on('request', async (request) => {
    if (request.url().startsWith(servers.address)) asked.push((await request.allHeaders()).cookie)
  })
  await page.goto(`${helpDesk.origin}/ticket?buyerId=${buyer}`)
  await expect(panelOf(page).getByText('Id proven.')).toBeVisible()
  expect(asked.length).toBeGreaterThan(1)
  expect(asked.filter(Boolean)).toEqual([])
  await context.close()
})

test('an address opens once, and sets nothing', async ({ servers, helpDesk }) => {
  const { pathname, search } = new URL(await (await fetch(`${helpDesk.origin}/address?buyerId=${buyer}`)).text())
  const [first, second] = [
    await rawRequest(servers.address, `GET ${pathname}${search}`),
    await rawRequest(servers.address, `GET ${pathname}${search}`),
  ]
  expect([first.status, first.headers['x-frame-options'], first.headers['set-cookie']]).toEqual([200, undefined, undefined])
  expect([second.status, second.headers['x-frame-options'], second.headers['set-cookie']]).toEqual([401, 'DENY', undefined])
})

test('only the panel may be framed, and only by its help desk', async ({ servers, helpDesk }) => {
  const unsigned = await rawRequest(servers.address, 'GET /panel?desk=own&ticket=T-1')
  expect(unsigned.headers['x-frame-options']).toBeUndefined()
  expect(unsigned.headers['content-security-policy']).toMatch(
    new RegExp(
      `^default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-[^']+'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${helpDesk.origin}$`,
    ),
  )
  for (const path of [
    '/panel',
    '/panel?desk=nobody',
    '/panel/',
    '/panels',
    '/sign-in',
    '/api/desk/session',
    '/_next/static/x.js',
  ]) {
    const { headers } = await rawRequest(servers.address, `GET ${path}`)
    expect([path, headers['x-frame-options'], headers['content-security-policy']]).toEqual([
      path,
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  }
})

test('axe finds nothing from 320 to 480 px, in light and dark, of long and of Arabic names', async ({ browser, helpDesk }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const whom: Record<string, string>[] = [
    { buyerId: buyer },
    { buyerId: ids.arabicName.buyer },
    { email: 'nobody@example.test' },
    { buyerId: ids.longHistory.buyer },
  ]
  for (const width of [320, 480]) {
    await page.setViewportSize({ width, height: 900 })
    for (const given of whom) {
      await page.goto(await (await fetch(`${helpDesk.origin}/address?${new URLSearchParams(given)}`)).text())
      await expect(page.getByRole('link', { name: /Open the buyer|Find the buyer/ })).toBeVisible()
      await axeFindsNothing(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
  await context.close()
})
