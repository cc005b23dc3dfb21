import 'server-only'
import { createHmac } from 'node:crypto'
import type { Merchant } from '../merchants'

type Signer = Pick<Merchant, 'publicKey' | 'secretKey' | 'serviceId' | 'source' | 'dateFormat'>

/**
 * The six headers of every request (service-interface, Authentication; service-facts 2.14).
 * `buyerIp` is the buyer's address, IPv4 or IPv6; the same text is signed and sent.
 */
export function signedHeaders(signer: Signer, buyerIp: string, sentAt: Date): Record<string, string> {
  const date = wireDate(sentAt, signer.dateFormat)
  return {
    'x-public-key': signer.publicKey,
    'x-buyer-ip': buyerIp,
    'x-date': date,
    'x-token': tokenOf(signer, buyerIp, date),
    'x-source': signer.source,
    'x-id': signer.serviceId,
  }
}

/** The signature of a request: neither its body nor its method nor its path are part of it. `date` is the text of x-date. */
export function tokenOf(
  { secretKey, publicKey }: Pick<Merchant, 'secretKey' | 'publicKey'>,
  buyerIp: string,
  date: string,
): string {
  return createHmac('sha256', secretKey)
    .update(secretKey + publicKey + buyerIp + date)
    .digest('hex')
}

/** `sentAt` in UTC (D1). PHP's `u` has six digits and a JavaScript date three. */
export function wireDate(sentAt: Date, format: Merchant['dateFormat']): string {
  const iso = sentAt.toISOString()
  return format === 'Y-m-d H:i:s.u' ? iso.replace('T', ' ').replace('Z', '000') : iso.slice(0, 19)
}
