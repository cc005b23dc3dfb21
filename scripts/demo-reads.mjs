// @ts-check
import { randomUUID } from 'node:crypto'
import { demoPassword } from './demo-accounts.mjs'

/**
 * Reads the buyers of a demo's lists once, as a colleague would who opens them, and requests the refund of the one that charged back. Lists
 * and the first page hold only what was read.
 * @param {string} address
 * @param {{ opened: string[], chargedBack: string }} whom
 */
export async function readForDemo(address, { opened, chargedBack }) {
  const ask = await signedIn(address, 'second.agent@demo.test')
  for (const buyerId of opened) {
    await ask(`/api/v3/buyers/${buyerId}/charge/history?limit=100`)
    await ask(`/api/v2/buyers/${buyerId}/subscriptions`)
  }
  const { refunds } = await ask(`/api/desk/buyers/${chargedBack}/refunds`)
  if (refunds.length > 0) return
  const { data: orders } = await ask(`/api/v3/buyers/${chargedBack}/charge/history?limit=100`)
  const { orderId, charges } = orders.at(-1)
  const { chargeId, amount } = charges[0]
  const reason = 'Never used it, says the customer'
  await ask('/api/desk/refunds', { buyerId: chargedBack, orderId, chargeId, amount, reason, ticket: null })
}

/** @param {string} address @param {string} email */
async function signedIn(address, email) {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  /** @param {string} path @param {RequestInit} [init] */
  const send = async (path, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address + path, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const { csrfToken } = await (await send('/api/auth/csrf')).json()
  await send('/api/auth/callback/credentials', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, email, password: demoPassword, json: 'true' }),
  })
  /**
   * Asks as the pages do: something to read, or with a body something to write.
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  return async (path, body) => {
    const asked = { 'x-merchant': 'northwind' }
    const written = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-action-id': randomUUID() }
    const init =
      body === undefined ? { headers: asked } : { method: 'POST', headers: { ...asked, ...written }, body: JSON.stringify(body) }
    const answer = await send(path, init)
    if (!answer.ok) throw new Error(`The dashboard answered ${path} with ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}
