import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { panelPage, unsignedPage } from './page'
import { scriptOf } from './script'
import { styles, tokens } from './styles'

const config = {
  key: 'k'.repeat(43),
  kind: 'zendesk' as const,
  origin: 'https://acme.zendesk.test',
  facts: '/facts',
  everyMs: 4_000,
}
const kb = (text: string) => gzipSync(text).length / 1_024

it('the script of the panel has 15 kB at most, and so has the whole page', () => {
  expect(kb(scriptOf(config))).toBeLessThan(15)
  expect(kb(panelPage('n', config))).toBeLessThan(15)
})

it('the script is a program by itself, and what it is given can end neither it nor the page', () => {
  const script = scriptOf({ ...config, origin: '</script><script>alert(1)</script>' })
  expect(() => new Function(script)).not.toThrow()
  expect(script).not.toContain('</script')
  expect(script).not.toMatch(/document\.cookie|localStorage|sessionStorage|innerHTML|\beval\b/)
})

it('a page for whom nobody vouches writes what it is given as text', () => {
  const page = unsignedPage('n', '/?q="><script>alert(1)</script>&ticket=\'')
  expect(page).not.toContain('<script')
  expect(page).toContain('&quot;&gt;&lt;script&gt;')
})

it('the panel has the colours of the dashboard', () => {
  const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8')
  const lines = tokens.trim().split('\n')
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter((line) => !css.includes(line))).toEqual([])
  const accounts = [...styles.matchAll(/\[data-account=(\w+)\]\{border-top-color:(#\w+)\}/g)]
  expect(accounts).toHaveLength(8)
  for (const [, name, colour] of accounts) expect(css).toContain(`[data-account="${name}"] {\n  --account: ${colour};`)
})
