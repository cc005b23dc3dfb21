import { createHmac } from 'node:crypto'
import type { StandinMerchant } from './standin-merchants'

/** x-token of service-facts 2.14: HMAC-SHA256 over secret, public key, buyer IP and date, keyed with the secret, in lower-case hex. */
export const signToken = (parts: { secretKey: string; publicKey: string; buyerIp: string; date: string }): string =>
  createHmac('sha256', parts.secretKey)
    .update(parts.secretKey + parts.publicKey + parts.buyerIp + parts.date)
    .digest('hex')

/** `Y-m-d H:i:s.u` in UTC with six fraction digits; the last three are always zero, for the clock counts milliseconds. */
export const sendingDate = (date: Date): string => `${date.toISOString().slice(0, 23).replace('T', ' ')}000`

/** The six headers common to all endpoints (service-interface, Headers), for callers that try the stand-in by hand. */
export function signedHeaders(
  merchant: StandinMerchant,
  buyerIp = merchant.fallbackBuyerIp,
  now = new Date(),
): Record<string, string> {
  const date = sendingDate(now)
  return {
    'x-public-key': merchant.publicKey,
    'x-buyer-ip': buyerIp,
    'x-date': date,
    'x-token': signToken({ secretKey: merchant.secretKey, publicKey: merchant.publicKey, buyerIp, date }),
    'x-source': 'shop',
    'x-id': merchant.serviceId,
  }
}
