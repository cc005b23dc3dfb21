import { type Context, Hono } from 'hono'
import { BodyReader } from './body-reader'
import { chargedBack, openedInDemo } from './seed/crowd'
import { stories } from './seed/stories'
import type { Service } from './service'
import { standinMerchants } from './standin-merchants'

/** What tests and the demo need of a stand-in and the service does not have. Nothing here is signed or logged. */
export function ownEndpoints(service: Service): Hono {
  const own = new Hono()
  own.get('/health', (context) => context.json({ status: 'ok' }))
  own.get('/accounts', (context) => context.json(standinMerchants))
  own.get('/stories', (context) => context.json(stories))
  own.get('/demo', (context) => context.json({ opened: openedInDemo, chargedBack }))
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
  own.post('/histories', (context) => takeInHistory(service, context))
  own.get('/events', (context) => context.json(service.events.list()))
  own.post('/events', (context) => sendEventsTo(service, context))
  own.post('/test-event', (context) => sendTestEvent(service, context))
  own.get('/event-faults', (context) => context.json(service.events.faults.list()))
  own.post('/event-faults', (context) => orderEventFault(service, context))
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

async function orderEventFault(service: Service, context: Context): Promise<Response> {
  const problems = service.events.orderFault(await context.req.json().catch(() => undefined))
  if (problems.length > 0) return context.json({ message: problems.join(' ') }, 422)
  return context.json(service.events.faults.list(), 201)
}

async function sendEventsTo(service: Service, context: Context): Promise<Response> {
  const body = new BodyReader(await context.req.json().catch(() => undefined))
  const account = body.text('account', {
    is: (code) => standinMerchants.some((each) => each.code === code),
    as: 'the code of a merchant account',
  })
  const address = body.text('address', { is: isWebAddress, as: 'an http or https address' })
  if (body.errors.length > 0) return context.json({ message: messageOf(body) }, 422)
  service.events.sendTo(account, address)
  return context.body(null, 204)
}

async function sendTestEvent(service: Service, context: Context): Promise<Response> {
  const body = new BodyReader(await context.req.json().catch(() => undefined))
  const account = body.text('account')
  if (body.errors.length > 0) return context.json({ message: messageOf(body) }, 422)
  return context.json({ sent: service.events.sendTest(account) }, 202)
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const messageOf = ({ errors }: BodyReader) => errors.map(({ field, title }) => `${field}: ${title}`).join(' ')

const maxOrders = 100_000

async function takeInHistory(service: Service, context: Context): Promise<Response> {
  const body = new BodyReader(await context.req.json().catch(() => undefined))
  const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= maxOrders
  const rule = `a whole number of at most ${maxOrders}`
  const orders = body.optionalNumber('orders', isCount, rule) ?? 0
  const unreadable = body.optionalNumber('unreadable', isCount, rule) ?? 0
  if (body.errors.length > 0) return context.json({ message: messageOf(body) }, 422)
  return context.json({ buyerId: service.takeInHistory({ orders, unreadable }) }, 201)
}
