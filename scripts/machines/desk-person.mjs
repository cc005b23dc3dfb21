import { Agent, request } from 'undici'
import { demoPassword } from '../demo-accounts.mjs'

/** A person at a dashboard, as a program: keeps cookies and speaks as the pages do. */
export class DeskPerson {
  #cookies = new Map()
  #address
  #certificate
  #dispatcher

  /** @param {{ address: string, certificate?: string }} desk */
  constructor({ address, certificate }) {
    this.#address = address
    this.#certificate = certificate
    this.#dispatcher = new Agent(certificate ? { connect: { ca: certificate, checkServerIdentity: () => undefined } } : {})
  }

  async signIn(email) {
    const { csrfToken } = await (await this.ask('GET', '/api/auth/csrf')).json()
    const form = new URLSearchParams({ csrfToken, email, password: demoPassword, json: 'true' })
    await this.ask('POST', '/api/auth/callback/credentials', {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    if (![...this.#cookies.keys()].some((name) => name.endsWith('next-auth.session-token')))
      throw new Error(`${email} could not sign in`)
  }

  /** The same person with the same session at another address of the same dashboard. */
  at(address) {
    const other = new DeskPerson({ address, certificate: this.#certificate })
    other.#cookies = this.#cookies
    return other
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {{ body?: unknown, headers?: Record<string, string> }} [given]
   * @returns {Promise<{ status: number, headers: Record<string, string | string[] | undefined>, text: () => Promise<string>, json: () => Promise<any> }>}
   */
  async ask(method, path, { body, headers = {} } = {}) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await request(this.#address + path, {
      method,
      dispatcher: this.#dispatcher,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(method === 'GET' ? {} : { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair] = line.split(';')
      const at = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const { statusCode: status, headers: told } = answer
    return { status, headers: told, text: () => answer.body.text(), json: () => answer.body.json() }
  }

  close() {
    return this.#dispatcher.close()
  }
}
