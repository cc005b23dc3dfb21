import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'
import { setHidden } from './hidden'

test('how fast a page was for somebody is in the metrics, by page and without the buyer', async ({ signedInAs, request }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.cascade.buyer}`)
  await page.getByRole('link', { name: 'All charges' }).first().click()
  await page.waitForURL('**/charges')
  const metrics = async () => (await request.get('/api/desk/metrics')).text()
  await expect(async () => {
    await page.keyboard.press('Shift') // the first key ends the measurement of the largest paint
    await setHidden(page, true)
    await setHidden(page, false)
    expect(await metrics()).toMatch(/counterfoil_page_seconds_count\{page="\/buyers\/\{buyerId\}",vital="LCP"\} 1\n/)
  }).toPass({ timeout: 30_000 })
  expect(await metrics()).not.toContain(ids.cascade.buyer)
})
