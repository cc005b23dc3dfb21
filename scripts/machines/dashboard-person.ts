import { Agent, type Dispatcher, request } from 'undici'
import { demoPassword } from '../demo-accounts.mjs'

export type Asking = { body?: unknown; headers?: Record<string, string> }
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: () => Promise<string>
  /** The caller knows its shape. */
  json: <T>() => Promise<T>
}

/** A person at a dashboard, as a program: keeps cookies and speaks as the pages do. */
export class DashboardPerson {
  #cookies = new Map<string, string>()
  #address: string
  #certificate: string | undefined
  #dispatcher: Agent

  constructor({ address, certificate }: { address: string; certificate?: string | undefined }) {
    this.#address = address
    this.#certificate = certificate
    this.#dispatcher = new Agent(certificate ? { connect: { ca: certificate, checkServerIdentity: () => undefined } } : {})
  }

  async signIn(email: string): Promise<void> {
    const { csrfToken } = await (await this.ask('GET', '/api/auth/csrf')).json<{ csrfToken: string }>()
    const form = new URLSearchParams({ csrfToken, email, password: demoPassword, json: 'true' })
    await this.ask('POST', '/api/auth/callback/credentials', {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    if (![...this.#cookies.keys()].some((name) => name.endsWith('next-auth.session-token')))
      throw new Error(`${email} could not sign in`)
  }

  /** The same person with the same session at another address of the same dashboard. */
  at(address: string): DashboardPerson {
    const other = new DashboardPerson({ address, certificate: this.#certificate })
    other.#cookies = this.#cookies
    return other
  }

  async ask(method: Dispatcher.HttpMethod, path: string, { body, headers = {} }: Asking = {}): Promise<Answer> {
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
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const { statusCode: status, headers: received } = answer
    return { status, headers: received, text: () => answer.body.text(), json: <T>() => answer.body.json() as Promise<T> }
  }

  close() {
    return this.#dispatcher.close()
  }
}
