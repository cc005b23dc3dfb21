import { type HttpBindings, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { misbehave } from './misbehave'
import type { Operation } from './operations/operation'
import { operations } from './operations/registry'
import { ownEndpoints } from './own-endpoints'
import type { ReceivedRequest } from './requests-log'
import { noSuchPath, Service, type ServiceOptions } from './service'

/** How a stand-in is started; every part is optional. */
export type StandinOptions = ServiceOptions & {
  /** 0, the default, takes a free port. */
  port?: number
  /** The one clock of the stand-in: the seeded dates and "today" both come from it. */
  now?: () => Date
}

/** A running stand-in. What it does over its own endpoints can also be asked of it directly. */
export type Standin = {
  /** Base address without a trailing slash, such as `http://127.0.0.1:4010`. */
  url: string
  /** Orders a fault as `POST /standin/faults` does; throws when there is no such fault or operation. */
  fault(order: Record<string, unknown>): void
  /** Lets held requests go on; says how many there were. */
  release(): number
  received(): readonly ReceivedRequest[]
  reset(): void
  /** Makes a buyer with a history of any length; returns their id. */
  takeInHistory(wanted: Parameters<Service['takeInHistory']>[0]): string
  /** Cuts every open connection, forgets pending renewals and frees the port. */
  close(): Promise<void>
}

/** Starts a stand-in on 127.0.0.1, in this process. Rejects when the port is taken. */
export function startStandin({ port = 0, now = () => new Date(), ...options }: StandinOptions = {}): Promise<Standin> {
  const service = new Service(now, options)
  return new Promise((resolve, reject) => {
    const listener = serve({ fetch: server(service).fetch, port, hostname: '127.0.0.1' }, (address) => {
      resolve({
        url: `http://127.0.0.1:${address.port}`,
        fault: (order) => {
          const problems = service.faults.order(order)
          if (problems.length > 0) throw new Error(problems.join(' '))
        },
        release: () => service.held.release(),
        received: () => service.received.list(),
        reset: () => service.reset(),
        takeInHistory: (wanted) => service.takeInHistory(wanted),
        close: () =>
          new Promise((closed) => {
            service.end()
            listener.close(() => closed())
            if ('closeAllConnections' in listener) listener.closeAllConnections()
          }),
      })
    })
    listener.once('error', reject)
  })
}

type Env = { Bindings: HttpBindings }

/** Every path of the stand-in: the service's own, and those under `/standin`. */
function server(service: Service): Hono<Env> {
  const app = new Hono<Env>()
  app.route('/standin', ownEndpoints(service))
  for (const operation of operations) {
    app.on(operation.method, operation.path, (context) => answer(service, operation, context))
  }
  app.notFound(async (context) => {
    service.received.add(context.req.raw, await context.req.text(), null, service.now())
    return noSuchPath()
  })
  return app
}

async function answer(service: Service, operation: Operation, context: Context<Env>): Promise<Response> {
  const request = context.req.raw
  const params = context.req.param()
  const entry = service.received.add(request, await context.req.text(), operation.name, service.now())
  const { outgoing } = context.env
  entry.isOpen = true
  outgoing.once('close', () => {
    entry.isOpen = false
    entry.cut = !outgoing.writableFinished
  })
  const fault = service.faults.take(operation.name)
  const perform = () => service.perform(operation, request, params, entry)
  if (!fault) return perform()
  entry.fault = fault.fault
  return misbehave(fault, { perform, connection: context.env, held: service.held })
}
