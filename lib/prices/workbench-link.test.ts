import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyWorkbench, newLine } from './workbench'
import { anyWorkbench } from './workbench-for-tests'
import { readLink, writeLink } from './workbench-link'

test('every calculation comes back from its link as it was', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorkbench, async (workbench) => {
      const link = await writeLink(workbench)
      if (link === null) return
      expect(link).toMatch(/^[\w-]+$/)
      expect(await readLink(link)).toEqual(workbench)
    }),
  )
})

test('a short calculation is written plainly and a long one packed', async () => {
  const long = {
    ...emptyWorkbench,
    options: Array.from({ length: 12 }, (_, index) => ({ key: `b-${index + 1}`, name: '', lines: [newLine('p-1')] })),
  }
  expect(await writeLink(emptyWorkbench)).toMatch(/^p/)
  const packed = await writeLink(long)
  expect(packed).toMatch(/^d/)
  expect(packed?.length).toBeLessThan(JSON.stringify(long).length / 4)
})

test('an e-mail address in a name never reaches the link', async () => {
  const link =
    (await writeLink({
      ...emptyWorkbench,
      options: [{ key: 'b-1', name: 'for tainara@example.test', lines: [newLine('p-1')] }],
    })) ?? ''
  expect((await readLink(link))?.options[0]?.name).toBe('')
})

const bomb = `d${deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 32)).toString('base64url')}`

test.each([
  ['', ''],
  ['a word', 'hello'],
  ['a cut link', 'dq1YqSy0qz'],
  ['plain text that is no JSON', 'pe30x'],
  ['an empty object', 'pe30'],
  ['what unpacks to 64 MiB', bomb],
])('no calculation is read from %s', async (_, text) => {
  expect(await readLink(text)).toBeNull()
})

test('what a link leaves out or makes up cannot break the page', async () => {
  const made = Buffer.from(JSON.stringify({ o: [[7, [['x', null, 3]]]], c: [], b: 9, l: {}, m: 2 })).toString('base64url')
  expect(await readLink(`p${made}`)).toMatchObject({ currencies: [''], baseline: null, locale: '', isMobile: false })
})
