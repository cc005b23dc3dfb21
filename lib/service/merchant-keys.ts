import 'server-only'
import { env, readEnv } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { singleton } from '@/lib/platform/singleton'
import { forgetKeysState } from './account-state'

const faults = () => singleton('merchant-faults', () => ({ logged: [] as string[] }))

/** What is wrong with the file of merchant accounts since it was last read again; none where it was taken. */
export const merchantFaults = (): string[] => faults().logged

/**
 * Reads the file of merchant accounts again. What is under way keeps the keys it began with; whatever begins later has the new ones. A file
 * that is not right changes nothing: its faults, which name no value, are kept for the Status page and said in one line of the log.
 */
export function readMerchantsAgain(): void {
  const { env: fresh, faults: found } = readEnv()
  faults().logged = found
  if (fresh === null) {
    log.error({ faults: found.join('; ') }, 'merchants_not_read')
    return
  }
  const before = new Map(env().merchants.map((merchant) => [merchant.code, merchant]))
  for (const merchant of fresh.merchants) if (!hasSameKeys(merchant, before.get(merchant.code))) forgetKeysState(merchant.code)
  env().merchants = fresh.merchants
  log.info({ accounts: fresh.merchants.length }, 'merchants_read')
}

const hasSameKeys = (one: Merchant, other: Merchant | undefined) =>
  one.publicKey === other?.publicKey && one.secretKey === other.secretKey

/** On SIGHUP the file is read again. Without a file there is nothing to read, and a terminal that closes ends the server as it always does. */
export function watchMerchants(): void {
  if (env().merchantsFile !== null) process.on('SIGHUP', readMerchantsAgain)
}
