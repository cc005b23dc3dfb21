import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { copied, hasFocus, press, tabTo } from './by-keyboard'
import { openBuyer } from './command-promises'
import { expect, test } from './fixtures'

// The ten tickets that the dashboard is judged by, each by the keyboard alone. How many acts they take is counted elsewhere.

const rail = (page: Page) => page.getByRole('complementary', { name: /^Guided steps/ })
/** By its whole name: "Continue with the 2nd" may still be there when "Continue" is wanted. */
const inRail = (page: Page, name: string | RegExp) => rail(page).getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** In a dialog that has just been opened: what is sent comes after the focus, which is on Back, and so does its reply. */
async function sendAndCopy(page: Page, verb: string | RegExp, done: string | RegExp, reply: RegExp): Promise<void> {
  await expect(dialog(page).locator('[aria-busy=true]')).toHaveCount(0)
  await press(page, dialog(page).getByRole('button', { name: verb }))
  await expect(dialog(page).getByRole('status').filter({ hasText: done })).toBeVisible()
  await hasFocus(page)
  await press(page, dialog(page).getByRole('button', { name: 'Copy reply' }))
  await copied(page).toMatch(reply)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await hasFocus(page)
}

async function guided(page: Page, want: string, steps: readonly (string | RegExp)[], reply: RegExp): Promise<void> {
  await press(page, page.getByRole('button', { name: `Start guided steps: ${want}` }))
  for (const step of steps) await press(page, inRail(page, step))
  await expect(rail(page).getByRole('status').filter({ hasText: 'The reply was copied.' })).toBeVisible()
  await hasFocus(page)
  await copied(page).toMatch(reply)
}

test('the ten tickets are worked through by the keyboard alone', async ({ signedInAs, baseURL }) => {
  test.setTimeout(240_000)
  const page = await signedInAs('agent')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const doAll = 'Do it all and copy the reply'

  await test.step('cancel autocharge', async () => {
    await openBuyer(page, ids.yen.buyer)
    await guided(page, 'To cancel', ['Continue', doAll], /won’t renew automatically/)
  })

  await test.step('one of two equal charges back', async () => {
    await openBuyer(page, ids.settledTwice.buyer)
    await guided(page, 'Money back', ['Continue with the 2nd', 'Continue', doAll], /Erstattung von 42,84 EUR/)
  })

  await test.step('a charge from a pasted line, then by its last four and amount', async () => {
    await openBuyer(page, ids.cascade.buyer)
    for (const text of ['2025-03-04 NW-BILL.EXAMPLE 162,00 BRL card 0119', 'card 0119, 162.00']) {
      await page.evaluate((words) => navigator.clipboard.writeText(words), text)
      await page.keyboard.press('g')
      await page.keyboard.press('f')
      await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeFocused()
      await page.keyboard.press('ControlOrMeta+V')
      await expect(page.getByRole('region', { name: 'Found' }).getByRole('listitem').first()).toContainText('uma única cobrança')
      await page.keyboard.press('ControlOrMeta+C')
      await copied(page).toContain('Em 4 de março de 2025 foi feita uma única cobrança de 162,00 BRL.')
      // For a moment after an answer Enter opens nothing, so that one which was meant for the search doesn't.
      await expect(async () => {
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`order=${ids.cascade.order}`), { timeout: 2_000 })
      }).toPass()
    }
  })

  await test.step('a wrong e-mail', async () => {
    await openBuyer(page, ids.arabicName.buyer)
    await press(page, page.getByRole('button', { name: 'Change e-mail', exact: true }))
    await tabTo(page, dialog(page).getByLabel('E-mail'))
    await page.keyboard.type('quite.new@example.test')
    await sendAndCopy(page, 'Change e-mail', 'E-mail changed', /e-?mail/i)
    await expect(page.getByRole('button', { name: 'Change e-mail', exact: true }).last()).toBeFocused()
  })

  await test.step('thirty days more', async () => {
    await openBuyer(page, ids.threeTokens.buyer)
    await press(page, page.getByRole('button', { name: /^More actions for/ }).first())
    await press(page, page.locator('[popover]:popover-open').getByRole('button', { name: 'Change end date' }))
    await press(page, dialog(page).getByRole('button', { name: /^\+30 days/ }))
    await press(page, dialog(page).getByRole('button', { name: 'Goodwill' }))
    await sendAndCopy(page, /^Change end date to/, /End date set to/, /20\d\d/)
  })

  await test.step('a card stopped', async () => {
    await press(page, page.getByRole('button', { name: 'Disable all 2 tokens' }))
    await sendAndCopy(page, 'Disable all 2 tokens', '2 tokens disabled', /switched off the payment details/)
  })

  await test.step('a colleague’s mistake undone', async () => {
    const manager = await signedInAs('manager')
    const { buyer, subscription } = ids.dinar
    const address = `/api/v2/buyers/${buyer}/subscriptions/${subscription}/change_autocharge_status`
    await openBuyer(manager, buyer) // what was before is what an undo goes back to
    const sent = await manager.request.post(address, {
      headers: { origin: baseURL ?? '', 'x-action-id': crypto.randomUUID() },
      data: { autochargeStatus: false, reason: 'The wrong buyer' },
    })
    expect(sent.status()).toBeLessThan(300)
    await openBuyer(page, buyer)
    const undo = page.getByRole('region', { name: 'Charge history' }).getByRole('button', { name: 'Undo Turn off autocharge' })
    await press(page, undo)
    await press(page, dialog(page).getByRole('button', { name: 'Undo', exact: true }))
    await expect(dialog(page).getByRole('status').filter({ hasText: 'Autocharge is on' })).toBeVisible()
    await hasFocus(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await hasFocus(page)
  })

  await test.step('a failed renewal', async () => {
    await openBuyer(page, ids.longHistory.buyer)
    await press(page, page.getByRole('button', { name: 'Something else' }))
    await press(page, page.getByRole('button', { name: 'To pay a failed renewal' }))
    await press(page, rail(page).getByRole('radio').first(), 'Space')
    await press(page, inRail(page, 'Continue'))
    await press(page, rail(page).getByRole('radio', { name: /^Use another payment method/ }), 'Space')
    await page.keyboard.press('ArrowDown')
    await expect(rail(page).getByRole('radio', { name: /^Contact their bank/ })).toBeChecked()
    await press(page, inRail(page, 'Continue'))
    await press(page, inRail(page, 'Copy reply'))
    await copied(page).toMatch(/didn’t go through/)
  })

  await test.step('thirty percent off the own renewal', async () => {
    await openBuyer(page, ids.emojiName.buyer)
    await press(page, page.getByRole('link', { name: 'Calculate prices' }))
    await tabTo(page, page.getByLabel('Common discount, %'))
    await page.keyboard.type('30')
    await expect(page.getByRole('button', { name: /^Show receipt of A in USD/ })).toContainText('15.00')
    await press(page, page.getByRole('button', { name: 'Copy reply' }))
    await copied(page).toMatch(/15\.00 USD[\s\S]*6\.44 USD less/)
  })
})
