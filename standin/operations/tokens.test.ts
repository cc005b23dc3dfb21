import { describe, expect, test } from 'vitest'
import { ids } from '../seed/stories'
import { RunningStandin } from '../standin-for-tests'

const running = new RunningStandin({ now: () => new Date('2025-05-06T12:00:00Z') })
const { buyer, enabledToken, disabledToken } = ids.cascade

const turn = (verb: 'disable' | 'enable', chargeMethodTokenId: unknown) =>
  running.as().put(`/api/v3/buyers/${buyer}/${verb}-token`, { chargeMethodTokenId })

type Token = { id: number; isEnabled: boolean; updatedAt: string }
async function token(id: number): Promise<Token | undefined> {
  const answer = await running.as().get(`/api/v3/buyers/${buyer}/tokens`)
  const { data } = answer.body as { data: { tokens: Token[] }[] }
  return data.flatMap(({ tokens }) => tokens).find((candidate) => candidate.id === id)
}

describe('a token', () => {
  test('that is disabled is reported so, with the time of the change', async () => {
    expect(await turn('disable', enabledToken)).toMatchObject({ status: 204, body: undefined })
    expect(await token(enabledToken)).toMatchObject({ isEnabled: false, updatedAt: '2025-05-06 12:00:00' })
  })

  test('that is enabled is reported so', async () => {
    expect((await turn('enable', disabledToken)).status).toBe(204)
    expect(await token(disabledToken)).toMatchObject({ isEnabled: true, updatedAt: '2025-05-06 12:00:00' })
  })

  test('that is in the wanted state already does not change', async () => {
    expect((await turn('enable', enabledToken)).status).toBe(204)
    expect(await token(enabledToken)).toMatchObject({ isEnabled: true, updatedAt: '2025-04-01 06:00:12' })
  })

  test.each([9_999_999, ids.threeTokens.tokens[0]])('%d, which this buyer does not have, is an unknown entity', async (id) => {
    expect(await turn('disable', id)).toMatchObject({ status: 404, body: { message: 'Entity not found' } })
  })

  test.each([String(enabledToken), 1.5, null, undefined])('cannot be named by %o', async (id) => {
    expect(await turn('disable', id)).toMatchObject({ status: 422, body: { errors: [{ field: 'chargeMethodTokenId' }] } })
  })

  test('that is disabled leaves the subscription without a token and the prices without the method', async () => {
    await turn('disable', enabledToken)
    const subscriptions = await running.as().get(`/api/v2/buyers/${buyer}/subscriptions?ids[]=${ids.cascade.activeSubscription}`)
    expect(subscriptions.body).toMatchObject({ data: [{ isTokenized: false }], meta: { total: 1 } })
    const prices = await running.as().post(`/api/v3/buyers/${buyer}/products/bundles`, {
      isMobile: false,
      bundles: [
        {
          bundleHashKey: 'b',
          products: [
            {
              productHashKey: 'p',
              actionName: 'purchase',
              productCode: 'NWPLUS1',
              priceCalculationType: { dailyAmount: false, weeklyAmount: false, monthlyAmount: false },
            },
          ],
        },
      ],
    })
    expect(prices.body).toMatchObject({ data: { chargeMethods: [{ paymentMethodType: 'pay_pal' }] } })
  })
})
