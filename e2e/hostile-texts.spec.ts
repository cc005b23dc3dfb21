import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const examples = join(import.meta.dirname, '../standin/examples')
const hostile = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '"><svg onload=alert(3)>',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a template of another kind would run.
  '${7*7}',
]

/** Every text of an answer that is no id, time, amount or word of the service's own. */
const freeTexts =
  /^(name|firstName|lastName|city|street|state|descriptor|provider|mid|issuer|brand|cardLevel|subbrand|code|providerTransaction|reason|target|status|type|riskSegment)$/

function made(hostileAt: (count: number) => string, value: unknown, key = ''): unknown {
  let count = 0
  const walk = (each: unknown, name: string): unknown => {
    if (typeof each === 'string') return freeTexts.test(name) ? `${hostileAt(count++)} ${each}` : each
    if (Array.isArray(each)) return each.map((inner) => walk(inner, name))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([inner, of]) => [inner, walk(of, inner)]))
  }
  return walk(value, key)
}

test('whatever the service writes into its texts is shown as text (A32)', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const [operation, file] of [
    ['getChargeHistory', 'charge-history.json'],
    ['listSubscriptions', 'subscriptions.json'],
    ['listTokens', 'tokens.json'],
  ] as const) {
    const body = made((count) => hostile[count % hostile.length] ?? '', JSON.parse(readFileSync(join(examples, file), 'utf8')))
    await standin.fault(operation, 'wrongShape', { body, times: 50 })
  }
  await page.goto(`/buyers/${ids.cascade.buyer}`)
  await page.locator(`[data-order="${ids.cascade.order}"] [data-order-row]`).click()
  await expect(page.getByText('onerror=alert(1)').first()).toBeVisible()
  await page.reload() // now it is known, and comes with the page itself
  await expect(page.getByText('onerror=alert(1)').first()).toBeVisible()
  expect(await page.content()).not.toMatch(/<img src="?x|<svg onload|<script>alert/)
  expect(await page.evaluate(() => document.querySelectorAll('img[src="x"], svg[onload]').length)).toBe(0)
  await expect(page.getByText(/(^|\D)49(\D|$)/).filter({ hasText: '7*7' })).toHaveCount(0)
  expect(dialogs).toEqual([])
})
