import { expect, test } from 'vitest'
import { commands, operations } from '@/lib/operations'
import { ruledCommand } from '@/lib/operations/rules'
import { wordsNamed } from '@/lib/operations/words'
import { apiDocument } from '../api-docs/document'
import { Modules, sourceFiles, textOf } from './modules'

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

test('every file that runs on the server alone keeps itself out of the browser', () => {
  const place = /^lib\/(\w+\/server|platform|database|jobs|journal|service|calls|boot)\/.*\.tsx?$/
  const server = files.filter((file) => place.test(file) && !/\.test\.tsx?$|-for-tests\.ts$/.test(file))
  expect(server.filter((file) => !textOf(file).startsWith("import 'server-only'\n"))).toEqual([])
})

test('in the browser one function alone asks the network', () => {
  const browser = /^(components|lib\/client|lib\/\w+\/client)\/(?!.*(\.test\.|-for-tests\.)).*\.tsx?$/
  expect(
    filesWith(/(?<![.\w])(fetch\(|new (XMLHttpRequest|EventSource|WebSocket)\b)/).filter((file) => browser.test(file)),
  ).toEqual(['lib/client/request.ts'])
})

test('every file name is in kebab case', () => {
  const names = files.filter((file) => /\.(tsx?|mjs|css)$/.test(file)).map((file) => file.slice(file.lastIndexOf('/') + 1))
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name))).toEqual([])
})

test.each(['README.md', '.env.example'])('%s names every variable of the environment and no other', (file) => {
  const declared = ['env', 'storage-env', 'signing-env'].map((name) => textOf(`lib/platform/${name}.ts`)).join('\n')
  const read = [...declared.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
  const section =
    file === 'README.md' ? (textOf(file).split('## Configuration')[1]?.split('A merchant account:')[0] ?? '') : textOf(file)
  const named = [
    ...section.matchAll(
      file === 'README.md' ? /`([A-Z]+_[A-Z_]+|MERCHANTS|EVENTS|AGENTS)`(?=[^|]*\|[^|]*\|[^|]*\|$)/gm : /^(?:# )?([A-Z_]+)=/gm,
    ),
  ].map(([, name]) => name)
  expect([...new Set(named)].sort()).toEqual([...read, 'MERCHANTS', 'MERCHANTS_FILE'].sort())
})

test('the README names every operation', () => {
  const readme = textOf('README.md')
  expect(Object.values(operations).filter(({ method, path }) => !readme.includes(`\`${method} ${path}\``))).toEqual([])
})

test('the words of the commands, which come with any dialog, bring neither a schema library nor rules', () => {
  const modules = new Modules()
  const loaded = [...modules.closure('lib/operations/words.ts')]
  expect(loaded.filter((path) => path.endsWith('/words.ts')).length).toBe(1 + Object.keys(commands).length)
  expect(loaded.filter((path) => /zod|\/rules\.ts$|\/schemas\//.test(`${path}\n${importLines(path)}`))).toEqual([])
})

const importLines = (path: string) =>
  textOf(path)
    .split('\n')
    .filter((line) => /^import (?!type )/.test(line))
    .join('\n')

test('a command has three files in a folder of its name, whose lists are complete', () => {
  for (const name of Object.keys(commands)) {
    const folder = `lib/operations/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    for (const part of ['operation', 'words', 'rules']) expect(files).toContain(`${folder}/${part}.ts`)
    expect([wordsNamed(name), ruledCommand(name)]).not.toContain(null)
  }
})

test('what runs in the browser does not load the rules of the commands', () => {
  const browser = files.filter(
    (file) => /^(components|lib\/(client|\w+\/client))\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  expect(browser.length).toBeGreaterThan(100)
  expect(browser.filter((file) => /from '@\/lib\/operations\/(\S+\/)?(rules|predict)'/.test(textOf(file)))).toEqual([])
})
