import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { isObject, parsed } from '@/lib/core/json'
import { type Door, DoorProblem, doorFrom, exits, type Message } from './machine/door'
import { plain } from './machine/shown'

// Carries lines of the Model Context Protocol between standard input and output and a dashboard. It knows nothing but the dashboard's address
// and a token, and keeps nothing but the lines on their way.

/** What the door takes at most. A longer line is read past without being kept. */
const longestLine = 64 * 1_024
/** So many calls may be on their way; while they are, nothing more is read. */
const maxConcurrent = 4

/** Each line of a stream; null for one that is too long to be a message. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string | null> {
  let kept = ''
  let isTooLong = false
  for await (const piece of input) {
    const [first = '', ...others] = piece.split('\n')
    const ended = others.length > 0
    const add = (text: string) => {
      isTooLong ||= kept.length + text.length > longestLine
      kept = isTooLong ? '' : kept + text
    }
    add(first)
    if (!ended) continue
    for (const text of others) {
      yield isTooLong ? null : kept
      kept = ''
      isTooLong = false
      add(text)
    }
  }
  if (kept !== '') yield kept
}

const failureFor = (id: unknown, code: number, message: string) => ({
  jsonrpc: '2.0',
  id: typeof id === 'string' || typeof id === 'number' ? id : null,
  error: { code, message },
})

function tell(message: Message): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve()))
}

/** A refusal that no other line would change: the token, the switch, the account or the address. */
const isFinal = ({ exit }: DoorProblem) => exit === exits.notAllowed || exit === exits.notFound

async function forward(door: Door, line: string | null): Promise<void> {
  const message = line === null ? null : parsed(z.unknown(), line)
  if (!isObject(message)) return tell(failureFor(null, -32_700, 'Send one JSON object of at most 64 KiB on each line.'))
  try {
    const answer = await door.send(message)
    if (answer !== null) await tell(answer)
  } catch (cause) {
    if (!(cause instanceof DoorProblem)) throw cause
    if (message.id !== undefined) await tell(failureFor(message.id, -32_000, cause.message))
    if (isFinal(cause)) throw cause
  }
}

async function carry(door: Door): Promise<void> {
  await door.ask('ping') // so that a wrong token is told at once, and not to whoever asks first
  const under = new Set<Promise<void>>()
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    if (line?.trim() === '') continue
    const one = forward(door, line).finally(() => under.delete(one))
    under.add(one)
    one.catch(end)
    if (under.size >= maxConcurrent) await Promise.race(under)
  }
  await Promise.all(under)
}

function end(cause: unknown): never {
  if (!(cause instanceof DoorProblem)) throw cause
  console.error(plain(cause.message).replaceAll('\n', ' '))
  process.exit(1)
}

process.stdout.on('error', () => process.exit(0)) // whoever read has gone
try {
  const { values } = parseArgs({ options: { merchant: { type: 'string' } } })
  await carry(doorFrom(process.env, values.merchant))
} catch (cause) {
  end(cause)
}
process.exit(0)
