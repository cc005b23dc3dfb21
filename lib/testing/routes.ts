import 'server-only'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

export type Route = { method: string; path: string; handler: Handler }

const app = fileURLToPath(new URL('../../app', import.meta.url))
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Every route handler of the dashboard, found as Next finds them: method, path with its names in braces, and the function. */
export async function routes(): Promise<Route[]> {
  const files = readdirSync(join(app, 'api'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'))
  const found = files.map(async (file) => {
    const exported = (await import(join(app, 'api', file))) as Record<string, Handler>
    const path = `/api/${dirname(file)}`.replace(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}')
    return methods.flatMap((method) => (exported[method] ? [{ method, path, handler: exported[method] }] : []))
  })
  return (await Promise.all(found)).flat()
}
