import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { isObject, parsed } from '@/lib/core/json'
import { assist } from './machine/assist'
import { type Door, DoorProblem, doorFrom, exits, type Message } from './machine/door'
import { type ProposalRequest, preview, propose } from './machine/propose'
import { asJson, asTable, plain } from './machine/shown'

const usage = `Usage:
  npm run desk -- tools                 the tools of the door for machines
  npm run desk -- find TEXT             whom an e-mail, an id or the words of a message may mean
  npm run desk -- buyer ID              what is known of a buyer
  npm run desk -- charges ID [--after NEXT]
                                        the buyer’s orders
  npm run desk -- explain ID ORDER      what happened with an order
  npm run desk -- price FILE            prices; the file has {"buyerId", "body"}
  npm run desk -- preview VERB FILE     what an action would do; the file has {"params", "body"}
  npm run desk -- propose VERB FILE     asks a person to do it; the file also has {"reason", "ticket", "source"}
  npm run desk -- proposal ID           how a proposal stands
  npm run desk -- assist FILE           reads a ticket’s text and proposes what it asks for, by fixed rules
Files may be -, which is standard input. --json answers with JSON, --merchant CODE chooses the merchant account.
DESK_URL is the address of the dashboard, DESK_TOKEN a machine’s token.`

const wrongUse = () => new DoorProblem(usage, exits.usage)

async function textIn(file: string): Promise<string> {
  try {
    if (file !== '-') return await readFile(file, 'utf8')
    const pieces: Buffer[] = []
    for await (const piece of process.stdin) pieces.push(piece as Buffer)
    return Buffer.concat(pieces).toString('utf8')
  } catch {
    throw new DoorProblem(`Couldn’t read ${file}. Nothing was asked.`, exits.usage)
  }
}

async function objectIn(file: string): Promise<Message> {
  const read = parsed(z.unknown(), await textIn(file))
  if (isObject(read)) return read
  throw new DoorProblem(`${file} isn’t a JSON object. Nothing was asked.`, exits.usage)
}

type Command = { takes: number | 'words'; run: (door: Door, given: string[], after: string | undefined) => Promise<Message> }

const queryIn = async (verb: string, file: string): Promise<ProposalRequest> =>
  ({ ...(await objectIn(file)), verb }) as ProposalRequest

const commands: Readonly<Record<string, Command>> = {
  tools: { takes: 0, run: (door) => door.ask('tools/list') },
  find: { takes: 'words', run: (door, words) => door.call('find_buyer', { text: words.join(' ') }) },
  buyer: { takes: 1, run: (door, [buyerId]) => door.call('read_buyer', { buyerId }) },
  charges: {
    takes: 1,
    run: (door, [buyerId], after) => door.call('charge_history', { buyerId, ...(after !== undefined && { after }) }),
  },
  explain: { takes: 2, run: (door, [buyerId, orderId]) => door.call('explain_charge', { buyerId, orderId }) },
  price: { takes: 1, run: async (door, [file = '']) => door.call('prices', await objectIn(file)) },
  preview: { takes: 2, run: async (door, [verb = '', file = '']) => preview(door, await queryIn(verb, file)) },
  propose: { takes: 2, run: async (door, [verb = '', file = '']) => (await propose(door, await queryIn(verb, file))).proposal },
  proposal: { takes: 1, run: (door, [id]) => door.call('proposal_status', { id }) },
  assist: {
    takes: 1,
    run: async (door, [file = '']) => {
      const { effect, proposal, ...rest } = await assist(door, await textIn(file))
      return { ...rest, ...proposal, changes: effect?.changes ?? [], next: 'A person opens the address and presses the button.' }
    },
  },
}

function given() {
  try {
    const text = { type: 'string' } as const
    const options = { json: { type: 'boolean' }, merchant: text, after: text } as const
    return parseArgs({ allowPositionals: true, options })
  } catch {
    throw wrongUse()
  }
}

async function run(): Promise<void> {
  const { values, positionals } = given()
  const [name = '', ...rest] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const fits = command && (command.takes === 'words' ? rest.length > 0 : rest.length === command.takes)
  if (!fits || (values.after !== undefined && name !== 'charges')) throw wrongUse()
  const answer = await command.run(doorFrom(process.env, values.merchant), rest, values.after)
  console.log(values.json ? asJson(answer) : asTable(forPeople(answer)))
}

/** Of the tools what they are for; their schemas are for machines. */
const forPeople = (answer: Message): Message =>
  Array.isArray(answer.tools)
    ? {
        tools: answer.tools.filter(isObject).map(({ name, title, annotations }) => ({ name, title, asks: asksFor(annotations) })),
      }
    : answer

const asksFor = (annotations: unknown) => (isObject(annotations) && annotations.readOnlyHint === true ? 'reads' : 'asks a person')

process.stdout.on('error', () => process.exit(exits.done)) // whoever read has gone
try {
  await run()
} catch (cause) {
  if (!(cause instanceof DoorProblem)) throw cause
  const wantsJson = process.argv.includes('--json') && cause.body !== null
  console.error(wantsJson ? asJson(cause.body) : plain(cause.message))
  process.exitCode = cause.exit
}
