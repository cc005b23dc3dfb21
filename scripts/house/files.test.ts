import { expect, test } from 'vitest'
import { operations } from '@/lib/operations'
import { apiDocument } from '../api-docs/document'
import { sourceFiles, textOf } from './source-files'

const files = sourceFiles()
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(textOf(file)))

test('no source file has more than 250 lines', () => {
  const code = files.filter((file) => /\.(tsx?|mjs|css)$/.test(file))
  expect(code.length).toBeGreaterThan(100)
  expect(code.filter((file) => textOf(file).trimEnd().split('\n').length > 250)).toEqual([])
})

// The brackets keep these patterns from finding themselves.
test.each([
  ['a note to do later', /\b(TO[D]O|FIX[M]E|HA[C]K)\b/],
  ['a focused test', /\.on[l]y\(/],
  ['a wait for a fixed time in a browser test', /waitFor[T]imeout/],
  ['a type check switched off', /@ts-(ignor[e]|nochec[k])/],
])('no file holds %s', (_, pattern) => {
  expect(filesWith(pattern)).toEqual([])
})

test('the unit tests that replace modules or parts of Node are those that vitest.config.ts lets run alone', () => {
  const config = textOf('vitest.config.ts')
  const alone = [...config.matchAll(/'([\w/-]+\.test\.tsx?)'/g)].map(([, file]) => file)
  const replacing = filesWith(/\bvi\.(moc[k]|doMoc[k]|hoiste[d]|resetModule[s])\(|\bwatchIncomin[g]\(\)/)
  expect(replacing.filter((file) => /\.test\.tsx?$/.test(file)).toSorted()).toEqual(alone.toSorted())
})

test('docs/api.md says what lib/operations says; npm run docs writes it', () => {
  expect(textOf('docs/api.md')).toBe(apiDocument())
})

test('every file of lib/server keeps itself out of the browser', () => {
  const server = files.filter((file) => /^lib\/server\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|-for-tests\.ts$/.test(file))
  expect(server.filter((file) => !textOf(file).startsWith("import 'server-only'\n"))).toEqual([])
})

test('every file name is in kebab case', () => {
  const names = files.filter((file) => /\.(tsx?|mjs|css)$/.test(file)).map((file) => file.slice(file.lastIndexOf('/') + 1))
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name))).toEqual([])
})

test.each(['README.md', '.env.example'])('%s names every variable of the environment and no other', (file) => {
  const declared = textOf('lib/server/env.ts') + textOf('lib/server/company-variables.ts')
  const read = [...declared.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
  const section =
    file === 'README.md' ? (textOf(file).split('## Configuration')[1]?.split('A merchant account:')[0] ?? '') : textOf(file)
  const named = [
    ...section.matchAll(
      file === 'README.md' ? /`([A-Z]+_[A-Z_]+|MERCHANTS)`(?=[^|]*\|[^|]*\|[^|]*\|$)/gm : /^(?:# )?([A-Z_]+)=/gm,
    ),
  ].map(([, name]) => name)
  expect([...new Set(named)].sort()).toEqual([...read, 'MERCHANTS', 'MERCHANTS_FILE'].sort())
})

test('the README names every operation', () => {
  const readme = textOf('README.md')
  expect(Object.values(operations).filter(({ method, path }) => !readme.includes(`\`${method} ${path}\``))).toEqual([])
})
