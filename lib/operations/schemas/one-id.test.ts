import { expect, it } from 'vitest'
import { oneId } from '@/lib/core/fold'
import { getChargeHistory } from '../queries'
import { asRead } from '../testing/as-read'
import { subscription } from './subscription'
import { requiredId } from './tolerant'

const id = 'fe0a51c2-1d3f-4b6e-9c7a-0d2e4f6a8b1c'

it.each([
  id.toUpperCase(),
  'Fe0A51c2-1D3f-4b6E-9c7a-0d2e4F6a8b1C',
  `{${id}}`,
  `{${id.toUpperCase()}}`,
  id.replaceAll('-', ''),
  `{${id.replaceAll('-', '')}}`,
  ` ${id}\n`,
  `urn:uuid:${id}`,
  `URN:UUID:${id.toUpperCase()}`,
  `{ ${id} }`,
  `"${id}"`,
  `(${id})`,
  id.replaceAll('-', ' - '),
  id.replaceAll('-', '\u2011'),
  id.replaceAll('-', '\u2013'),
  `${id}\u200b`,
  id.replace(/[0-9a-f]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
])('%j is one uuid', (spelt) => {
  expect(oneId(spelt)).toBe(id)
})

it.each([`x${id}`, `${id}0`, id.slice(1), `urn:${id}`, `${id},${id}`, id.replaceAll('-', '_')])('%j is none', (other) => {
  expect(oneId(other)).toBe(other)
})

it('an id that is no uuid keeps all but its capitals', () => {
  expect(['Ch-1', 'a{b}', '12345678'].map(oneId)).toEqual(['ch-1', 'a{b}', '12345678'])
})

it('a subscription is listed under it, so that one which is listed twice is seen as that', () => {
  expect(subscription.parse({ id: `{${id.toUpperCase()}}`, status: 'active' }).id).toBe(id)
})

it.each(['', ' ', '\u00a0\u3000', '\ufeff', '\u200b', '\u3164', '\u2800', 'a'.repeat(257)])(
  '%j is no id that anything could be known by',
  (unseen) => {
    expect(requiredId.safeParse(unseen).success).toBe(false)
    const order = { orderId: 'o-1', charges: [{ chargeId: unseen, amount: '1.00', status: 'settled' }] }
    expect(asRead(getChargeHistory, { data: [order] }).data).toEqual([expect.objectContaining({ unreadable: expect.anything() })])
  },
)

it('of an id that is far too long for a uuid nothing else is looked at, for what its letters stand for takes long to find out', () => {
  const endless = `a${'\u0301\u0316'.repeat(20_000)}`
  const begun = performance.now()
  expect(oneId(endless)).toBe(endless)
  expect(performance.now() - begun).toBeLessThan(500)
})
