import { type Context, Hono } from 'hono'
import { accounts } from './accounts'
import { stories } from './seed/stories'
import type { Service } from './service'

/** What tests and the demo need of a stand-in and the service does not have. Nothing here is signed or logged. */
export function ownEndpoints(service: Service): Hono {
  const own = new Hono()
  own.get('/health', (context) => context.json({ status: 'ok' }))
  own.get('/accounts', (context) => context.json(accounts))
  own.get('/stories', (context) => context.json(stories))
  own.post('/reset', (context) => {
    service.reset()
    return context.body(null, 204)
  })
  own.post('/release', (context) => context.json({ released: service.held.release() }))
  own.get('/requests', (context) => context.json(service.received.list()))
  own.delete('/requests', (context) => {
    service.received.clear()
    return context.body(null, 204)
  })
  own.get('/faults', (context) => context.json(service.faults.list()))
  own.post('/faults', (context) => orderFault(service, context))
  own.delete('/faults', (context) => {
    service.faults.clear()
    return context.body(null, 204)
  })
  return own
}

async function orderFault(service: Service, context: Context): Promise<Response> {
  const given: unknown = await context.req.json().catch(() => undefined)
  const problems = service.faults.order(given)
  return problems.length > 0 ? context.json({ message: problems.join(' ') }, 422) : context.json(service.faults.list(), 201)
}
