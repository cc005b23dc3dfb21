import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { root } from '../../child.mjs'
import { productSources } from './copy'
import { plantedFaults } from './faults'
import { type PlantedFault, withSwitches } from './switches'

const fault = (more: Partial<PlantedFault>): PlantedFault => ({
  name: 'a',
  in: 'half',
  text: 'value / 2',
  becomes: 'value',
  breaks: /x/,
  ...more,
})
const source = {
  path: 'lib/half.ts',
  text: `export function half(value: number): number {\n  return value / 2\n}\n\nconst twice = (value: number) => value / 2\n`,
}

test('at least forty faults are planted, each under a name of its own', () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(40)
  expect(new Set(plantedFaults.map(({ name }) => name)).size).toBe(plantedFaults.length)
})

test('every planted fault applies once to what the product is now, and what comes of it can be read', async () => {
  for (const { path, text } of withSwitches(productSources(), plantedFaults))
    await expect(transform(text, { loader: 'ts' }), path).resolves.toMatchObject({ warnings: [] })
})

test('the table of the guide has every planted fault, in the function that it names, with a seed that found it', () => {
  const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const [, section = ''] = guide.split('### Planted faults')
  const told = section.split('\n### ')[0]?.matchAll(/^\| `(\S+)` +\| `(\w+)` +\| +\d+ \|/gm) ?? []
  const byName = (names: string[][]) => names.toSorted(([a = ''], [b = '']) => a.localeCompare(b))
  expect(byName([...told].map(([, name = '', place = '']) => [name, place]))).toEqual(
    byName(plantedFaults.map(({ name, in: place }) => [name, place])),
  )
  expect(section).toContain(`has ${plantedFaults.length} faults of one line each`)
})

describe('a fault stands behind a switch', () => {
  test('in the function that it names, and in no other one with the same words', () => {
    expect(withSwitches([source], [fault({})])).toEqual([
      { ...source, text: source.text.replace('value / 2', "(process.env.PLANTED === 'a' ? (value) : (value / 2))") },
    ])
  })

  test('with another one in the same words', () => {
    const [changed] = withSwitches([source], [fault({}), fault({ name: 'b', becomes: '0' })])
    expect(changed?.text).toContain(
      "(process.env.PLANTED === 'b' ? (0) : ((process.env.PLANTED === 'a' ? (value) : (value / 2))))",
    )
  })

  test.each([
    ['words that are gone', [fault({ text: 'value / 3' })], 'a: "value / 3" appears 0 times in half, not once'],
    ['words that stand twice', [fault({ text: 'value' })], 'a: "value" appears 2 times in half, not once'],
    ['a function that is gone', [fault({ in: 'third' })], 'appears 0 times in third'],
    ['a part of another one’s words', [fault({}), fault({ name: 'b', text: '/ 2' })], 'a and b share some words'],
  ])('and is refused for %s', (_, faults, sentence) => {
    expect(() => withSwitches([source], faults)).toThrow(sentence)
  })
})
