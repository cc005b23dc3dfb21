import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { misbehave } from './misbehave'
import type { Operation } from './operations/operation'
import { operations } from './operations/registry'
import { ownEndpoints } from './own-endpoints'
import { noSuchPath, type Service } from './service'

type Env = { Bindings: HttpBindings }

/** Every path of the stand-in: the service's own, and those under `/standin`. */
export function server(service: Service): Hono<Env> {
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
