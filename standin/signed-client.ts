import { type Account, northwind } from './accounts'
import { signedHeaders } from './sign'

export type Answered = { status: number; body: unknown; headers: Headers }

type Asked = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

/** Sends signed requests to a stand-in, for tests and for trying it by hand; a header given by the caller replaces the signed one. */
export class SignedClient {
  constructor(
    private readonly url: string,
    private readonly account: Account = northwind,
    private readonly buyerIp: string = account.fallbackBuyerIp,
  ) {}

  get = (path: string, asked?: Asked) => this.ask('GET', path, asked)
  post = (path: string, body?: unknown, asked?: Asked) => this.ask('POST', path, { ...asked, body })
  put = (path: string, body?: unknown, asked?: Asked) => this.ask('PUT', path, { ...asked, body })
  patch = (path: string, body?: unknown, asked?: Asked) => this.ask('PATCH', path, { ...asked, body })

  /** The answer with its body still to be read. */
  send(method: string, path: string, { body, headers, signal }: Asked = {}): Promise<Response> {
    return fetch(this.url + path, {
      method,
      redirect: 'manual',
      signal,
      headers: { ...signedHeaders(this.account, this.buyerIp), 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }

  private async ask(method: string, path: string, asked?: Asked): Promise<Answered> {
    const response = await this.send(method, path, asked)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text || undefined, headers: response.headers }
  }
}
