import 'server-only'
import { serve } from '@hono/node-server'
import { type Route, routes } from './routes'

type Place = { address: string; close: () => Promise<void> }

/** The dashboard's handlers at a port of this machine, for whoever comes over a real socket. Pages aren't served. */
export async function overHttp(): Promise<Place> {
  const byPath = (await routes()).toSorted((one, other) => places(one) - places(other)) // what is named goes before what takes any name
  const all = byPath.map((route) => ({ ...route, at: patternOf(route) }))
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    for (const { method, at, handler } of all) {
      const found = method === request.method ? at.exec(pathname) : null
      if (found) return handler(request, { params: Promise.resolve({ ...found.groups }) })
    }
    return new Response(null, { status: all.some(({ at }) => at.test(pathname)) ? 405 : 404 })
  }
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, ({ port }) =>
      resolve({
        address: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }),
    )
    server.once('error', reject)
  })
}

const patternOf = ({ path }: Route) => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

const places = ({ path }: Route) => path.split('{').length
