import { describe, expect, it, test } from 'vitest'
import { hookBody, isRefusal, pauseAfter } from './hook'

const news = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'alert' as const,
  at: '2026-11-20T18:00:00.000Z',
  account: 'North & <Co>',
  words: 'acq*1*: 40 of 60 declined <!channel>',
  href: 'https://desk.example.test/settings/events?a=1&b=2',
}

test('a delivery is tried again after 10 s, 1, 10, 30 and 60 minutes, and then every hour', () => {
  expect([1, 2, 3, 4, 5, 6, 24].map((failures) => pauseAfter(failures) / 1_000)).toEqual([
    10, 60, 600, 1_800, 3_600, 3_600, 3_600,
  ])
})

test('a receiver refuses with 3xx and 4xx, but for those by which it asks for patience', () => {
  expect(['302', '400', '404', '410', '422'].map(isRefusal)).toEqual([true, true, true, true, true])
  expect(['200', '408', '425', '429', '500', '503', 'ECONNREFUSED', 'no answer in 5 s'].filter(isRefusal)).toEqual([])
})

describe('the body of a delivery', () => {
  it('as JSON has id, kind, time, account, words and address, and nothing else', () => {
    expect(JSON.parse(hookBody('json', news))).toEqual(news)
  })

  it('for Slack has text and blocks, in which nothing can address a channel or break out of its place', () => {
    const body = hookBody('slack', news)
    const { text, blocks } = JSON.parse(body)
    expect(text).toBe('North &amp; &lt;Co&gt;: acq*1*: 40 of 60 declined &lt;!channel&gt;')
    expect(blocks[0].text.text).toBe('*acq1: 40 of 60 declined &lt;!channel&gt;*\nNorth &amp; &lt;Co&gt;')
    expect(blocks[1].elements[0].text).toBe(`<${news.href}|Open in Counterfoil>`)
    expect(body).not.toContain('<!channel>')
  })
})
