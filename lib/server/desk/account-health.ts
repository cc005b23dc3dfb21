import 'server-only'
import type { AccountHealth } from '@/lib/account-health'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/operation'
import { env } from '../env'
import { merchantForPeople } from '../merchant-for-people'
import type { Merchant } from '../merchants'
import { hasRead } from '../service/extra-reads'
import { keysStateOf } from '../service/keys-state'
import { breakerOf } from '../service/transport'

const extraReads = (Object.values(operations) as Operation[]).filter(({ extra }) => extra)

export const accountsHealth = (): AccountHealth[] => env().merchants.map(healthOf)

function healthOf(merchant: Merchant): AccountHealth {
  const { code, name, publicKey, serviceId, source, dateFormat, timeZone, roles, people } = merchant
  const serviceUrl = merchant.serviceUrl ?? env().SERVICE_URL
  const { refusedAt, acceptedAt, clockDifference } = keysStateOf(code)
  return {
    ...{ code, name, serviceId, source, dateFormat, timeZone },
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
