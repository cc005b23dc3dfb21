import { describe, expect, test } from 'vitest'
import { operations } from '@/lib/operations'
import { Modules, sourceFiles, textOf } from './modules'

const all = Object.values(operations)
const modules = new Modules()
const folderOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const lineOf = ({ name, method, kind }: (typeof all)[number]) =>
  kind === 'query' ? `export const ${method} = serveQuery(${name})` : `export const ${method} = serveCommand(operation, rules)`
const routeOf = (path: string) => `app${path.replaceAll('{', '[').replaceAll('}', ']')}/route.ts`
const code = (file: string) =>
  textOf(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('import '))

describe('the handlers at the service’s own paths', () => {
  test.each(all)('$name is served by one line at $method $path', (operation) => {
    expect(code(routeOf(operation.path))).toContain(lineOf(operation))
  })

  test.each(all.filter(({ kind }) => kind === 'command'))('$name is served with its own rules', ({ name, path }) => {
    const folder = `@/lib/operations/${folderOf(name)}`
    const parts = [`import { ${name} as operation } from '${folder}/operation'`, `import { rules } from '${folder}/rules'`]
    expect(textOf(routeOf(path)).split('\n')).toEqual(expect.arrayContaining(parts))
  })

  test.each(all.filter(({ kind }) => kind === 'command'))('the route of $name loads the rules of no other command', (command) => {
    const loaded = [...modules.closure(routeOf(command.path))].filter((path) => /^lib\/operations\/(.*\/)?rules\.ts$/.test(path))
    expect(loaded).toEqual([`lib/operations/${folderOf(command.name)}/rules.ts`])
  })

  test.each([...new Set(all.map(({ path }) => path))])('%s answers the declared methods and no other', (path) => {
    const declared = all.filter((operation) => operation.path === path).map(lineOf)
    expect(code(routeOf(path)).sort()).toEqual(declared.sort())
  })

  test('there is no handler that is not declared', () => {
    const handlers = sourceFiles().filter((file) => /^app\/api\/v\d+\//.test(file))
    expect(handlers.sort()).toEqual([...new Set(all.map(({ path }) => routeOf(path)))].sort())
  })
})
