import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ids } from '@/standin/seed/stories'

const app = fileURLToPath(new URL('../app', import.meta.url))

/** The pages behind the sign-in and the handlers behind the session, as files say, with ids of a seeded buyer in their addresses. */
export const pages = addressesOf('page.tsx').filter((address) => address !== '/sign-in')
const open =
  /^\/(panel$|api\/(auth\/|scim\/|desk\/(health\/|metrics$|method-not-allowed$|stopping$|panel\/|panel-facts$)|\[\.\.\.address))/
const routes = addressesOf('route.ts').filter((address) => !open.test(address))
export const handlers = routes.filter((address) => address.startsWith('/api/'))
/** What leads to a page by an address of its own. */
export const links = routes.filter((address) => !address.startsWith('/api/'))

function addressesOf(name: string): string[] {
  return readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file === name || file.endsWith(`/${name}`))
    .map((file) => `/${dirname(file)}`.replace(/\/\([^)]*\)/g, '').replace(/^\/\.$/, '/') || '/')
    .map((path) => path.replace(/\[(\w+)\]/g, (_, param: string) => exampleOf(param)))
    .map((path) => join('/', path))
}

function exampleOf(param: string): string {
  if (param === 'email') return 'tainara%40example.test'
  if (param === 'subscriptionId') return ids.cascade.activeSubscription
  return param.endsWith('Id') ? ids.cascade.buyer : 'disableToken'
}
