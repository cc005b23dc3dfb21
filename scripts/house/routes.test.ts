import { describe, expect, test } from 'vitest'
import { operations } from '@/lib/operations'
import { sourceFiles, textOf } from './source-files'

const all = Object.values(operations)
const routeOf = (path: string) => `app${path.replaceAll('{', '[').replaceAll('}', ']')}/route.ts`
const code = (file: string) =>
  textOf(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('import '))

describe('the handlers at the service’s own paths', () => {
  test.each(all)('$name is served by one line at $method $path', ({ name, method, path }) => {
    expect(code(routeOf(path))).toContain(`export const ${method} = serve(${name})`)
  })

  test.each([...new Set(all.map(({ path }) => path))])('%s answers the declared methods and no other', (path) => {
    const declared = all
      .filter((operation) => operation.path === path)
      .map(({ name, method }) => `export const ${method} = serve(${name})`)
    expect(code(routeOf(path)).sort()).toEqual(declared.sort())
  })

  test('there is no handler that is not declared', () => {
    const handlers = sourceFiles().filter((file) => /^app\/api\/v\d+\//.test(file))
    expect(handlers.sort()).toEqual([...new Set(all.map(({ path }) => routeOf(path)))].sort())
  })
})
