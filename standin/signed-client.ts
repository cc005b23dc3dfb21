import { signedHeaders } from './sign'
import { northwind, type StandinMerchant } from './standin-merchants'

export type Answered = { status: number; body: unknown; headers: Headers }

type RequestOptions = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

/** Sends signed requests to a stand-in, for tests and for trying it by hand; a header given by the caller replaces the signed one. */
export class SignedClient {
  constructor(
    private readonly url: string,
    private readonly merchant: StandinMerchant = northwind,
    private readonly buyerIp: string = merchant.fallbackBuyerIp,
  ) {}

  get = (path: string, asked?: RequestOptions) => this.ask('GET', path, asked)
  post = (path: string, body?: unknown, asked?: RequestOptions) => this.ask('POST', path, { ...asked, body })
  put = (path: string, body?: unknown, asked?: RequestOptions) => this.ask('PUT', path, { ...asked, body })
  patch = (path: string, body?: unknown, asked?: RequestOptions) => this.ask('PATCH', path, { ...asked, body })

  /** The answer with its body still to be read. */
  send(method: string, path: string, { body, headers, signal }: RequestOptions = {}): Promise<Response> {
    return fetch(this.url + path, {
      method,
      redirect: 'manual',
      signal,
      headers: { ...signedHeaders(this.merchant, this.buyerIp), 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }

  private async ask(method: string, path: string, asked?: RequestOptions): Promise<Answered> {
    const response = await this.send(method, path, asked)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text || undefined, headers: response.headers }
  }
}
