import { ids } from '@/standin/seed/stories'
import { byButton, keepsItsPromises } from './command-promises'
import { expect, test } from './fixtures'

const { buyer, tokens } = ids.threeTokens
const off = tokens[2]

keepsItsPromises({
  verb: 'Disable token',
  operation: 'disableToken',
  open: byButton('Disable token', ids.yen.buyer),
  sent: { chargeMethodTokenId: ids.yen.token },
  done: `Token ${ids.yen.token} is disabled`,
  undo: { operation: 'enableToken', sent: { chargeMethodTokenId: ids.yen.token } },
})

keepsItsPromises({
  verb: 'Enable token',
  operation: 'enableToken',
  open: byButton('Enable token', buyer),
  sent: { chargeMethodTokenId: off },
  done: `Token ${off} is enabled`,
  undo: { operation: 'disableToken', sent: { chargeMethodTokenId: off } },
})

test('a whole card is disabled token by token, and one that is refused does not keep the rest', async ({
  signedInAs,
  standin,
}) => {
  await standin.fault('disableToken', 'refused')
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}`)
  await page.getByRole('button', { name: 'Disable all 2 tokens' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable all 2 tokens' })
  await dialog.getByRole('button', { name: 'Disable all 2 tokens' }).click()
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled()
  const sent = async () =>
    (await standin.requests('disableToken')).map(({ body, applied }) => [JSON.parse(body).chargeMethodTokenId, applied])
  expect(await sent()).toEqual([
    [tokens[0], false],
    [tokens[1], true],
  ])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: '2 tokens disabled' })).toBeVisible()
  expect((await sent()).at(-1)).toEqual([tokens[0], true])
  await expect(
    dialog.getByText(/^We’ve switched off the payment details we had saved for your card ending in \d{4}/),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await dialog.getByRole('button', { name: `Undo, enable token ${tokens[1]} again` }).press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: '1 token disabled, 1 enabled again' })).toBeVisible()
  expect((await standin.requests('enableToken')).map(({ body }) => JSON.parse(body))).toEqual([
    { chargeMethodTokenId: tokens[1] },
  ])
})
