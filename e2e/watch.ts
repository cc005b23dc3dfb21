import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/**
 * Notes what no page of ours may do: write an error to the console, throw, break the content policy, or ask another origin for anything.
 * `others` are origins that a test brings into play itself. A refused request of ours is not such an error, nor is a page that is not there: what it says is what tests look at.
 */
export async function watch(context: BrowserContext, address: string, troubles: string[], others: string[] = []): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusedRequest(message, address))
      troubles.push(`console: ${message.text()} at ${message.location().url}`)
  })
  context.on('weberror', (error) => troubles.push(`page: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    if (/^(https?|wss?):/.test(url) && ![address, ...others].includes(new URL(url).origin))
      troubles.push(`another origin: ${url}`)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`The content policy refused ${violatedDirective} ${blockedURI}`)
    })
  })
}

const isRefusedRequest = (message: ConsoleMessage, address: string) =>
  message.text().startsWith('Failed to load resource') &&
  message.location().url.startsWith(`${address}/`) &&
  !message.location().url.startsWith(`${address}/_next/`)
