import { describe, expect, it } from 'vitest'
import * as routes from '@/lib/core/routes'
import { sourceFiles, textOf } from './modules'

const { dashboardPath, panelPath: _, withSearch, ...addresses } = routes
const files = sourceFiles()

/** The file that answers at an address whose parts are all named `part`. */
const handlerOf = (address: string) =>
  files.find(
    (file) => /^app\/api\/desk\/.*route\.ts$/.test(file) && `/${file.slice(4, -9)}`.replace(/\[\w+\]/g, 'part') === address,
  )

describe('the addresses of our own handlers', () => {
  it.each(Object.entries(addresses))('%s has a handler', (_, address: (...parts: string[]) => string) => {
    const parts = Array.from({ length: address.length }, () => 'part')
    expect(handlerOf(address(...parts)), address(...parts)).toBeDefined()
  })

  it('escape what is put into them', () => {
    expect(routes.draft('changeBuyerEmail a/b?c')).toBe('/api/desk/drafts/changeBuyerEmail%20a%2Fb%3Fc')
  })

  it('have the parameters that are given, and none that is not', () => {
    expect(withSearch(routes.refunds(), { state: null, cursor: 'a b' })).toBe('/api/desk/refunds?cursor=a+b')
    expect(withSearch(routes.refunds(), { state: null, cursor: undefined })).toBe('/api/desk/refunds')
  })

  it('are written in one file of the product', () => {
    const product = files.filter((file) => /^(app|components|lib)\/|^[^/]+\.tsx?$/.test(file))
    const code = product.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|-for-tests\.|\/testing\//.test(file))
    expect(code.filter((file) => /['"`]\/api\/desk/.test(textOf(file)))).toEqual(['lib/core/routes.ts'])
    expect(dashboardPath).toBe('/api/desk/')
  })
})
