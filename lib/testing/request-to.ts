import 'server-only'
import { merchantSchema } from '@/lib/platform/merchants'
import type { ServiceRequest } from '@/lib/service/transport'
import { northwind } from './environment'

type Request = Omit<ServiceRequest, 'operation'>

/** What goes to the transport, for a service at this address. */
export function requestTo(
  serviceUrl: string,
  { merchant, ...more }: Partial<Omit<Request, 'merchant'>> & { merchant?: object } = {},
): Request {
  return {
    merchant: merchantSchema.parse({ ...northwind, ...merchant }),
    serviceUrl,
    params: {},
    buyerIp: '203.0.113.24',
    headers: {},
    ...more,
  }
}
