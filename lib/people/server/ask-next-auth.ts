import 'server-only'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { cookiesIn } from './cookies-in'

type NextAuthRequest = { request: Request; nextauth: string[]; form: Record<string, string> }

/**
 * Asks next-auth by the interface it has for pages, request and answer as plain values: the other one reads them from the framework's
 * surroundings, in which no test can stand.
 */
export async function askNextAuth({ request, nextauth, form }: NextAuthRequest, options: NextAuthOptions): Promise<Response> {
  const answer = new Answer()
  const search = Object.fromEntries(new URL(request.url).searchParams)
  const asked = {
    method: request.method,
    query: { ...search, nextauth },
    body: form,
    headers: Object.fromEntries(request.headers),
    cookies: cookiesIn(request.headers.get('cookie') ?? ''),
  }
  await NextAuth(asked as never, answer as never, options)
  return answer.response()
}

/** What next-auth takes for the answer of Node's own server. */
class Answer {
  private code = 200
  private body: string | null = null
  private readonly headers = new Map<string, string | string[]>()

  status(code: number): this {
    this.code = code
    return this
  }

  getHeader = (name: string) => this.headers.get(name.toLowerCase())

  setHeader(name: string, value: string | string[]): this {
    this.headers.set(name.toLowerCase(), value)
    return this
  }

  end(text?: string): void {
    this.body = text ?? null
  }

  json(value: unknown): void {
    this.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  }

  send(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.json(value)
    else this.end(value === undefined ? undefined : String(value))
  }

  response(): Response {
    const headers = [...this.headers].flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]))
    return new Response(this.body, { status: this.code, headers })
  }
}
