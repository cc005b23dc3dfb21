import * as z from 'zod/mini'
import { isObject, parsed } from '@/lib/core/json'

/** How these programs end, so that a script can tell why. */
export const exits = {
  done: 0,
  usage: 2,
  invalid: 3,
  notFound: 4,
  notAllowed: 5,
  conflict: 6,
  unavailable: 7,
  tooMany: 8,
} as const
type Exit = (typeof exits)[keyof typeof exits]

/** Why something wasn't done, in a sentence for people. */
export class DoorProblem extends Error {
  constructor(
    words: string,
    readonly exit: Exit,
    /** What the door said, for those who want it as JSON. */
    readonly body: Record<string, unknown> | null = null,
  ) {
    super(words)
  }
}

const byKind: Readonly<Record<string, Exit>> = {
  invalid: exits.invalid,
  notFound: exits.notFound,
  forbidden: exits.notAllowed,
  signedOut: exits.notAllowed,
  conflict: exits.conflict,
}

const failure = z.object({
  kind: z.optional(z.string()),
  error: z.optional(z.string()),
  code: z.nullish(z.string()),
  detail: z.string(),
  untrustedDetail: z.optional(z.string()),
  fields: z._default(
    z.array(z.object({ field: z.string(), title: z.optional(z.string()), untrustedTitle: z.optional(z.string()) })),
    [],
  ),
  retryAfter: z.optional(z.number()),
})
const json = z.unknown()
const protocolError = z.object({ error: z.object({ message: z.string() }) })
const toolAnswer = z.object({
  result: z.object({ isError: z.optional(z.boolean()), content: z.array(z.object({ text: z.string() })) }),
})

/** What a tool says of why it did nothing, or the door of why it stays shut. */
function problemOf(body: unknown, isTooMany = false): DoorProblem | null {
  const read = z.safeParse(failure, body)
  if (!read.success || !isObject(body)) return null
  const { kind, error, code, detail, untrustedDetail, fields } = read.data
  const exit = isTooMany || code === 'machine_limit' ? exits.tooMany : (byKind[error ?? kind ?? ''] ?? exits.unavailable)
  const theirs = untrustedDetail === undefined ? [] : [`The service said (unchecked): ${untrustedDetail}`]
  const ofFields = fields.map(({ field, title, untrustedTitle = '' }) => `${field}: ${title ?? `(unchecked) ${untrustedTitle}`}`)
  return new DoorProblem([detail, ...theirs, ...ofFields].join('\n'), exit, body)
}

const patienceMs = 60_000
const versionKey = 'io.modelcontextprotocol/protocolVersion'

export type Message = Record<string, unknown>

/** The door for machines of a dashboard, opened with a token. */
export class Door {
  /** The revision that the client and the door have agreed on, where they did. */
  private agreed: string | null = null
  private count = 0

  constructor(
    private readonly address: URL,
    private readonly token: string,
    private readonly merchant: string | undefined,
  ) {}

  /** Sends one message of the protocol. Returns the answer, or null for a message that gets none. Throws a `DoorProblem`. */
  async send(message: Message): Promise<Message | null> {
    const answer = await fetch(this.address, {
      method: 'POST',
      redirect: 'manual', // the token is for this address alone
      headers: this.headersFor(message),
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => null)
    const text = (await answer?.text().catch(() => null)) ?? null
    if (answer === null || text === null)
      throw new DoorProblem(`${this.address.origin} isn’t responding. Check DESK_URL, and try again.`, exits.unavailable)
    const body = parsed(json, text)
    if (isObject(body) && body.jsonrpc === '2.0') {
      const { result } = body
      if (message.method === 'initialize' && isObject(result) && typeof result.protocolVersion === 'string')
        this.agreed = result.protocolVersion
      return body
    }
    if (answer.ok && text === '') return null
    throw refusalOf(answer, body)
  }

  /** Asks for something and returns the result. */
  async ask(method: string, params: object = {}): Promise<Message> {
    this.count += 1
    const answer = await this.send({ jsonrpc: '2.0', id: this.count, method, params })
    const refused = z.safeParse(protocolError, answer)
    if (refused.success) throw new DoorProblem(refused.data.error.message, exits.invalid)
    if (isObject(answer?.result)) return answer.result
    throw new DoorProblem('The answer is none of the protocol’s. Check DESK_URL.', exits.unavailable)
  }

  /** What a tool answers. Throws what it refuses. */
  async call(name: string, given: object): Promise<Message> {
    const read = z.safeParse(toolAnswer, { result: await this.ask('tools/call', { name, arguments: given }) })
    const [{ text } = { text: '' }] = read.success ? read.data.result.content : []
    const said = parsed(json, text)
    if (!read.success || !isObject(said))
      throw new DoorProblem('The tool’s answer couldn’t be read. Try again.', exits.unavailable)
    if (read.data.result.isError)
      throw problemOf(said) ?? new DoorProblem('The tool refused, and didn’t say why.', exits.unavailable)
    return said
  }

  /** The newest revision is told in each message and repeated in headers; an older one is agreed on once. */
  private headersFor({ method, params }: Message): Record<string, string> {
    const given = isObject(params) ? params : {}
    const version = isObject(given._meta) ? given._meta[versionKey] : undefined
    const own = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${this.token}`,
      ...(this.merchant !== undefined && { 'x-merchant': asHeader(this.merchant) }),
    }
    if (typeof version !== 'string') {
      const isAgreed = this.agreed !== null && method !== 'initialize'
      return isAgreed && this.agreed !== null ? { ...own, 'mcp-protocol-version': this.agreed } : own
    }
    return {
      ...own,
      'mcp-protocol-version': asHeader(version),
      ...(typeof method === 'string' && { 'mcp-method': asHeader(method) }),
      ...(typeof given.name === 'string' && { 'mcp-name': asHeader(given.name) }),
    }
  }
}

/** As the protocol writes into a header what can't stand there as it is. */
const asHeader = (text: string) =>
  /^[\x21-\x7e]{1,200}$/.test(text) ? text : `=?base64?${Buffer.from(text).subarray(0, 1_000).toString('base64')}?=`

function refusalOf({ status }: Response, body: unknown): DoorProblem {
  if (status === 404)
    return new DoorProblem(
      'There is no door for machines at DESK_URL. Check it, and whether the server has AGENTS=on.',
      exits.notFound,
    )
  return (
    problemOf(body, status === 429) ??
    new DoorProblem(`DESK_URL answered ${status}, which no dashboard would. Check it.`, exits.unavailable)
  )
}

/** The door that the environment names. */
export function doorFrom(
  { DESK_URL = '', DESK_TOKEN = '' }: Partial<Record<string, string>>,
  merchant: string | undefined,
): Door {
  const isAddress = URL.canParse(DESK_URL) && /^https?:$/.test(new URL(DESK_URL).protocol)
  if (!isAddress)
    throw new DoorProblem('Set DESK_URL to the address of the dashboard, such as https://desk.example.test.', exits.usage)
  if (!/^cfa_[\w-]{43}$/.test(DESK_TOKEN))
    throw new DoorProblem('Set DESK_TOKEN to a machine’s token, which an admin makes in Settings, Machines.', exits.usage)
  return new Door(new URL('/api/mcp', DESK_URL), DESK_TOKEN, merchant)
}
