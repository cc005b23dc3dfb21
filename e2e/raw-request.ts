import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends a request as it stands, which no browser would, and reads until the connection ends. */
export function rawRequest(address: string, firstLine: string, headers: string[] = [], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  const head = [`${firstLine} HTTP/1.1`, `host: ${hostname}:${port}`, ...headers]
  if (!headers.some((header) => /^connection:/i.test(header))) head.push('connection: close')
  if (body !== '') head.push(`content-length: ${Buffer.byteLength(body)}`)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('close', () => resolve(answerIn(Buffer.concat(chunks).toString('utf8')))).once('error', reject)
  })
}

function answerIn(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return { status: Number(first.split(' ')[1] ?? 0), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') }
}
