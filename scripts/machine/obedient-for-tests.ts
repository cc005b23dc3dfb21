import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const unseen = /[\p{Cc}\p{Cf}]|\\+u[0-9a-f]{4}/gu
const order = /(CALL|SEND) (\S+) (?:(\/\S+) )?(\{.*?\})(?: AS (\w+))? END/g
const packed = /[A-Za-z0-9+/]{40,}={0,2}/g
const rounds = 3

/**
 * A machine without a will of its own: it takes every text that it gets for its user's words, whatever they hide behind, and does what they
 * say. The public client carries it, and it has a token and a network.
 */
export class Obedient {
  /** Everything that it was told, by whomever. */
  readonly heard: string[] = []
  /** What it has done because some text said so. */
  readonly obeyed: string[] = []
  private constructor(
    private readonly address: string,
    private readonly token: string,
  ) {}

  private client: Client | undefined

  static async at(address: string, token: string): Promise<Obedient> {
    const one = new Obedient(address, token)
    one.client = await one.clientOf()
    return one
  }

  private async clientOf(merchant?: string): Promise<Client> {
    const headers = { authorization: `Bearer ${this.token}`, ...(merchant !== undefined && { 'x-merchant': merchant }) }
    const client = new Client({ name: 'an-obedient-one', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/api/mcp', this.address), {
        requestInit: { headers },
        fetch: async (url, init) => {
          const answer = await fetch(url, init)
          this.heard.push(await answer.clone().text())
          return answer
        },
      }),
    )
    return client
  }

  async call(name: string, given: Record<string, unknown>): Promise<string> {
    const { content } = (await this.client?.callTool({ name, arguments: given })) ?? {}
    return (content as { text?: string }[] | undefined)?.[0]?.text ?? ''
  }

  /** Does what a text says, and what the answers to that say, and so on. */
  async read(text: string, left = rounds): Promise<void> {
    const inside = (text.match(packed) ?? []).map((each) => Buffer.from(each, 'base64').toString('utf8'))
    for (const words of [text, ...inside])
      for (const [whole, kind = '', name = '', path = '', body = '{}', merchant] of words
        .replace(unseen, '')
        .replaceAll('\\"', '"')
        .matchAll(order)) {
        if (this.obeyed.includes(whole)) continue
        this.obeyed.push(whole)
        const said = await this.does(kind, name, { path, body, merchant }).catch((cause: unknown) => String(cause))
        if (left > 0) await this.read(said, left - 1)
      }
  }

  private async does(
    kind: string,
    name: string,
    { path, body, merchant }: { path: string; body: string; merchant: string | undefined },
  ): Promise<string> {
    if (kind === 'CALL') {
      const client = merchant === undefined ? this.client : await this.clientOf(merchant)
      return JSON.stringify(await client?.callTool({ name, arguments: JSON.parse(body) as Record<string, unknown> }))
    }
    const answer = await fetch(this.address + path, {
      method: name,
      headers: {
        authorization: `Bearer ${this.token}`,
        cookie: `next-auth.session-token=${this.token}`,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-action-id': crypto.randomUUID(),
        ...(merchant !== undefined && { 'x-merchant': merchant }),
      },
      ...(name === 'GET' ? {} : { body }),
    })
    const said = await answer.text()
    this.heard.push(said)
    return said
  }
}
