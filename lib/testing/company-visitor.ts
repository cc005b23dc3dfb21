import 'server-only'
import { signInHandler } from '@/lib/people/server/sign-in-handler'
import type { Company } from './company'
import { dashboardOrigin } from './environment'

/** Somebody who signs in through the company: a browser with cookies, as far as the sign-in needs one. */
export class CompanyVisitor {
  readonly cookies = new Map<string, string>()

  constructor(
    private readonly company: Company,
    private readonly address: string,
  ) {}

  /** Begins the sign-in; returns what the company is asked. */
  async begins(callbackUrl = '/'): Promise<URLSearchParams> {
    const { csrfToken } = (await (await this.asks('csrf')).json()) as { csrfToken: string }
    const answer = await this.asks('signin/oidc', new URLSearchParams({ csrfToken, callbackUrl, json: 'true' }))
    const { url } = (await answer.json()) as { url: string }
    return new URL(url).searchParams
  }

  /** Comes back from the company with a code, its state and whatever else is given. */
  returns(begun: URLSearchParams, other: Record<string, string> = {}): Promise<Response> {
    const given = { code: this.company.code(begun), state: begun.get('state') ?? '', ...other }
    return this.asks(`callback/oidc?${new URLSearchParams(given)}`)
  }

  /** Goes all the way. */
  async signsIn(): Promise<Response> {
    return this.returns(await this.begins())
  }

  async asks(path: string, body?: URLSearchParams): Promise<Response> {
    const url = new URL(`${dashboardOrigin}/api/auth/${path}`)
    const headers = {
      cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
      'x-counterfoil-peer': this.address,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
      ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    }
    const request = new Request(url, body ? { method: 'POST', headers, body } : { headers })
    const nextauth = url.pathname.split('/').slice(3)
    const answer = await signInHandler(request, { params: Promise.resolve({ nextauth }) })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }
}
