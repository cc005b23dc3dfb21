import { demoPassword } from '../scripts/demo-accounts.mjs'
import { expect, test } from './fixtures'

test('a page asks for the sign-in and opens afterwards', async ({ page }) => {
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/sign-in\?/)
  await page.getByLabel('E-mail').fill('admin@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
})

test('the form is filled in and sent by keyboard alone', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type('agent@demo.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeFocused()
})

test('what is typed before the page’s script has come is kept, and the button waits for it', async ({ page }) => {
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/*.js', (route) => isLetThrough.then(() => route.continue()))
  await page.goto('/sign-in', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await page.getByLabel('E-mail').fill('agent@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await expect(button).toBeDisabled()
  letThrough()
  await button.click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
})

test('a wrong password and an unknown e-mail are answered alike', async ({ page }) => {
  for (const email of ['finance@demo.test', 'stranger@demo.test']) {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('not the right password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The e-mail or password is incorrect.' })).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
  }
})

test('no address of another host is followed after the sign-in', async ({ page }) => {
  await page.goto('/sign-in?callbackUrl=//elsewhere.test/')
  await page.getByLabel('E-mail').fill('agent@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('after signing out neither the page nor its data can be had', async ({ page, signIn }) => {
  await signIn(page, 'agent')
  await page.getByRole('button', { name: /, agent$/ }).click()
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect((await page.request.get('/api/desk/session')).status()).toBe(401)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('what a role may not open says which role it needs', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'This page needs the admin role' })).toBeVisible()
})

test('a page of the menu is fetched ahead when somebody points at it, and none before', async ({ signedInAs }) => {
  const page = await signedInAs('manager')
  const ahead = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('_rsc')) ahead.add(pathname)
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect([...ahead]).toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'Journal' }).hover()
  await expect.poll(() => [...ahead]).toEqual(['/journal'])
})
