import { Agent, request } from 'undici'
import { demoPassword } from '../demo-accounts.mjs'

export type Answer = { status: number; headers: Record<string, string | undefined>; text: string }
export type RequestOptions = { body?: unknown; headers?: Record<string, string> }

/** What a person's browser does at the dashboard, without the pages. Nothing is ever repeated by itself. */
export class Browser {
  private readonly connections = new Agent({ connections: 64 })
  private cookies = new Map<string, string>()

  constructor(readonly email: string) {}

  close = (): Promise<void> => this.connections.destroy()

  /** Signs in with a local account. Throws what was said where it does not succeed. */
  async signIn(address: string): Promise<void> {
    const { csrfToken } = JSON.parse((await this.ask(address, 'GET', '/api/auth/csrf')).text) as { csrfToken: string }
    const form = new URLSearchParams({ csrfToken, email: this.email, password: demoPassword, json: 'true' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await this.send(address, 'POST', '/api/auth/callback/credentials', headers, form.toString())
    if (![...this.cookies.keys()].some((name) => name.endsWith('session-token')))
      throw new Error(`${this.email} can’t sign in: ${answer.status} ${answer.text.slice(0, 300)}`)
  }

  /** Rejects where the connection ends before the answer does. */
  ask(address: string, method: string, path: string, { body, headers = {} }: RequestOptions = {}): Promise<Answer> {
    const usual = { 'sec-fetch-site': 'same-origin', ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) }
    return this.send(address, method, path, { ...usual, ...headers }, body === undefined ? null : JSON.stringify(body))
  }

  private async send(
    address: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await request(address + path, {
      method: method as 'GET',
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }) },
      body,
      dispatcher: this.connections,
    })
    const text = await answer.body.text()
    this.keep(answer.headers['set-cookie'])
    return { status: answer.statusCode, headers: answer.headers as Record<string, string | undefined>, text }
  }

  private keep(given: string | string[] | undefined): void {
    for (const line of [given ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}
