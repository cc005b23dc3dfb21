import 'server-only'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'

export const secret = 'a-secret-of-the-tests-that-is-long-enough'
export const dashboardOrigin = 'https://desk.example.test'

/** The account of the published signature (service-facts 2.14), which is in no use anywhere. */
export const northwind = {
  code: 'northwind',
  name: 'Northwind',
  publicKey: 'aa46a835-36fa-4f75-ba3d-dc8785912345',
  secretKey: 'secret-key-test123123123abc',
  serviceId: 'northwind-desk',
  fallbackBuyerIp: '198.51.100.10',
}

/** An environment whose merchant account has none of the extra reads. */
export const withoutReads = { MERCHANTS: JSON.stringify([{ ...northwind, reads: false }]) }

/** A sound environment; `MERCHANTS` may be given as the accounts themselves. */
export function environment({
  merchants = [northwind],
  ...more
}: { merchants?: object[] } & Record<string, unknown> = {}): Record<string, string> {
  return {
    SERVICE_URL: 'http://127.0.0.1:9',
    NEXTAUTH_URL: dashboardOrigin,
    NEXTAUTH_SECRET: secret,
    MERCHANTS: JSON.stringify(merchants),
    SERVICE_READ_TIMEOUT_MS: '1500',
    SERVICE_WRITE_PATIENCE_MS: '5000',
    SERVICE_WRITE_LIMIT_MS: '6000',
    ...(more as Record<string, string>),
  }
}

/** Makes this the environment of the process, as if it had just started: everything that is one of a kind is made anew. */
export function startWith(given: Parameters<typeof environment>[0] = {}): void {
  Object.assign(process.env, environment(given))
  forgetSingletons()
}
