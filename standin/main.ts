import { documentedRetries } from './event-sender'
import { northwind } from './standin-merchants'
import { startStandin } from './start'

const numberFrom = (name: string): number | undefined => {
  const text = process.env[name]
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  console.error(`${name} must be a whole number, not ${JSON.stringify(text)}.`)
  process.exit(1)
}

const port = numberFrom('STANDIN_PORT') ?? 4010
const groupMs = numberFrom('STANDIN_EVENT_GROUP_MS') ?? documentedRetries.groupMs
const standin = await startStandin({
  port,
  renewalDelayMs: numberFrom('STANDIN_RENEWAL_DELAY_MS'),
  eventsPerMinute: numberFrom('STANDIN_EVENTS_PER_MINUTE') ?? 6,
  retries: { ...documentedRetries, groupMs },
}).catch((error: Error) => {
  console.error(`The stand-in could not start on port ${port}: ${error.message}`)
  process.exit(1)
})

console.log(`The stand-in service listens on ${standin.url}

A signed request, as ${northwind.name}:

  SECRET=${northwind.secretKey}
  KEY=${northwind.publicKey}
  IP=${northwind.fallbackBuyerIp}
  DATE=$(date -u '+%Y-%m-%d %H:%M:%S.000000')
  TOKEN=$(printf '%s' "$SECRET$KEY$IP$DATE" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')
  curl -s ${standin.url}/api/v2/buyers/email/tainara@example.test \\
    -H "x-public-key: $KEY" -H "x-buyer-ip: $IP" -H "x-date: $DATE" -H "x-token: $TOKEN" \\
    -H 'x-source: shop' -H 'x-id: ${northwind.serviceId}'

Seeded buyers and faults: docs/demo.md. Ctrl-C stops it.`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void standin.close().then(() => process.exit(0)))
}
