import 'server-only'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { hasRead, keysStateOf } from '@/lib/service/account-state'
import { breakerOf } from '@/lib/service/transport'
import type { MerchantHealth } from '../dashboard-health'

const extraReads = (Object.values(operations) as Operation[]).filter(({ extra }) => extra)

export const merchantsHealth = (): MerchantHealth[] => env().merchants.map(healthOf)

function healthOf(merchant: Merchant): MerchantHealth {
  const { code, name, publicKey, serviceId, source, dateFormat, timeZone, roles, people } = merchant
  const serviceUrl = merchant.serviceUrl ?? env().SERVICE_URL
  const { refusedAt, acceptedAt, clockDifference } = keysStateOf(code)
  return {
    code,
    name,
    serviceId,
    source,
    dateFormat,
    timeZone,
    publicKeyEnd: publicKey.slice(-4),
    colour: merchantForPeople(merchant).colour,
    openTo: roles === undefined && people === undefined ? null : [...(roles ?? []), ...(people ?? [])],
    serviceHost: new URL(serviceUrl).host,
    fallbackBuyerIp: merchant.fallbackBuyerIp ?? null,
    keys: { refusedAt: refusedAt?.toISOString() ?? null, acceptedAt: acceptedAt?.toISOString() ?? null, clockDifference },
    answering: !breakerOf(serviceUrl).isOpen,
    reads: extraReads.map((operation) => ({
      name: operation.name,
      summary: operation.summary,
      on: hasRead(merchant, operation),
    })),
  }
}
