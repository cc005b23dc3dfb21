import { randomUUID } from 'node:crypto'
import type { Problem, SignatureRequest } from '@/lib/core/problem'
import type { Authenticator, Dishonest } from './authenticator-for-tests'

export type Asked = { method?: string; path: string; body?: unknown; actionId?: string; headers?: Record<string, string> }

/** Somebody with a session and an authenticator, who asks the handlers over a socket. */
export class KeyHolder {
  constructor(
    private readonly address: () => string,
    readonly session: { cookie: string; accountId: string },
    readonly authenticator: Authenticator,
  ) {}

  ask({ method = 'POST', path, body, actionId = randomUUID(), headers = {} }: Asked): Promise<Response> {
    return fetch(`${this.address()}${path}`, {
      method,
      headers: {
        cookie: this.session.cookie,
        'x-action-id': actionId,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** What is to be signed of something. */
  async wanted(asked: Asked): Promise<SignatureRequest> {
    const answer = await this.ask(asked)
    const { signature, code, detail } = (await answer.json()) as Problem
    if (answer.status !== 428 || !signature) throw new Error(`${asked.path} answered ${answer.status}: ${code} ${detail}`)
    return signature
  }

  /** Asks, signs and asks again. */
  async signed(asked: Asked, dishonest: Dishonest = {}): Promise<Response> {
    const same = { ...asked, actionId: asked.actionId ?? randomUUID() }
    const header = this.authenticator.header(await this.wanted(same), dishonest)
    return this.ask({ ...same, headers: { ...same.headers, 'x-signature': header } })
  }

  /** Enrols the authenticator, confirmed by another one where there is one. */
  async enrol(name = 'A key', by?: Authenticator, dishonest: Dishonest = {}): Promise<Response> {
    const path = '/api/desk/account/passkeys'
    const begun = await this.ask({ path, body: { name } })
    if (!begun.ok) return begun
    const { id, options } = await begun.json()
    const asked = { path, body: { name, id, credential: this.authenticator.create(options, dishonest) } }
    if (!by) return this.ask(asked)
    const actionId = randomUUID()
    const header = by.header(await this.wanted({ ...asked, actionId }))
    return this.ask({ ...asked, actionId, headers: { 'x-signature': header } })
  }
}
