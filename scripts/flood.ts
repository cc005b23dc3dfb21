import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { ids } from '../standin/seed/stories'
import { buildWhenStale } from './build.mjs'
import { giveUp, run, stopAll } from './child.mjs'
import { deliveries } from './flood/deliveries'
import { People, percentile } from './flood/people'
import { Sender } from './flood/sender'
import { shop, type Truth } from './flood/shop'
import { spelled } from './flood/spelling'
import { TablesAsTheyLie } from './flood/tables'
import { Copies } from './machines/copies'
import { DashboardPerson } from './machines/dashboard-person'
import { requireNginx } from './machines/nginx.mjs'

// npm run flood -- --events 100000 --buyers 5000 --copies 2 --every 10
// What the service posts in months, in any order, again and again and beside garbage; people work meanwhile. It comes to what the ordered stream comes to.

const text = { type: 'string' } as const
const options = {
  events: text,
  buyers: text,
  copies: text,
  every: text,
  rate: text,
  idle: text,
  order: text,
  people: text,
} as const
const { values } = parseArgs({ options })
const numberOf = (name: keyof typeof options, fallback: number) => {
  const number = Number(values[name] ?? fallback)
  return number >= 0 ? number : giveUp(`--${name} is a number.`)
}
const how = {
  events: numberOf('events', 20_000),
  buyers: numberOf('buyers', 1_000),
  copies: numberOf('copies', 1),
  everySeconds: numberOf('every', 0),
  rate: numberOf('rate', 190),
  idleSeconds: numberOf('idle', 30),
  /** Another number is another order of the same events. */
  order: numberOf('order', 11),
  /** How many people work, each asking something up to four times a second. */
  people: numberOf('people', 4),
}
const isServed = how.copies > 1
if (how.everySeconds > 0 && !isServed) giveUp('--every takes --copies 2: one copy is killed while the other works.')
if (isServed && !requireNginx()) giveUp('There is no nginx here: install it and run this again.')
const { code, output } = await buildWhenStale()
if (code !== 0) giveUp(output)

const copies = new Copies({ LOG_LEVEL: 'warn' }, { isServed })
const over = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(
    signal,
    () =>
      void copies
        .stop()
        .then(stopAll)
        .then(() => process.exit(1)),
  )
try {
  await copies.start()
  process.exitCode = (await flood()) > 0 ? 1 : 0
} catch (cause) {
  console.error(cause)
  process.exitCode = 1
} finally {
  over.abort()
  await copies.stop()
}

async function flood(): Promise<number> {
  const { happenings, truth } = shop(how.buyers, how.events)
  const tables = new TablesAsTheyLie({ databaseUrl: copies.databaseUrl, folder: copies.folderOf(0) })
  await ordered(happenings, tables)
  const path = await newPath()
  const staff = ['agent@demo.test', 'finance@demo.test', 'manager@demo.test', 'second.agent@demo.test']
  const persons = await Promise.all(staff.slice(0, how.people).map(signedIn))
  const emails = truth.buyers.map(({ email }) => email)
  const people = new People(persons, emails, ids.cascade.buyer)
  const working = people.run()
  await wait(5_000)
  people.take() // the first of each loads what the others find loaded
  await wait(how.idleSeconds * 1_000)
  const idle = people.take()
  const memory = watchMemory()
  const ending = how.everySeconds > 0 ? endOneAfterAnother() : Promise.resolve(0)
  const said = await posted(deliveries(happenings, path, randomFrom(how.order)), tables)
  over.abort()
  const kills = await ending
  people.stop()
  await working
  // A copy that is killed leaves people without an answer, and the balancer answers 502.
  const unexplained = Object.keys(people.wrong).filter((each) => !/ 50\d$|without/.test(each))
  const wrong = [...(await checked(tables, truth)), ...(await commandsSent()), ...unexplained]
  const where = isServed ? 'two copies and PostgreSQL' : 'one copy and the embedded database'
  console.log(`${truth.happenings} events of ${how.buyers} buyers on ${where}, ${kills} kills
${said}
memory: ${memory()}
${timesOf(idle, people.times)}
people's answers that were no success: ${JSON.stringify(people.wrong)}
load of the machine: ${loadavg().map(Math.round).join(', ')}
wrong: ${wrong.length}`)
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
  await Promise.all([tables.close(), ...persons.map((person) => person.close())])
  return wrong.length
}

/** Posts all, and waits until all of it is known. Says how that went. */
async function posted(
  { burst, first, repaired, count }: ReturnType<typeof deliveries>,
  tables: TablesAsTheyLie,
): Promise<string> {
  const sender = new Sender(copies.address, copies.certificate || undefined)
  const started = performance.now()
  await sender.post(burst, 0)
  const atOnce = sender.times.splice(0)
  await sender.post(first, how.rate)
  await sender.post(repaired, how.rate)
  const taken = performance.now()
  await untilRead(tables)
  const [whole, more] = [taken - started, performance.now() - taken].map((ms) => Math.round(ms / 1_000))
  await sender.close()
  const timesTo202 = (times: readonly number[]) => {
    const [middle, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share))
    return `median ${middle}, 95 of 100 ${p95}, 99 of 100 ${p99}`
  }
  return `${count} posts answered ${JSON.stringify(sender.answers)}; ${whole} s until all were taken, ${more} s more until all were found
milliseconds to 202, of ${atOnce.length} posted as fast as it goes: ${timesTo202(atOnce)}
milliseconds to 202, of ${sender.times.length} at ${how.rate} a second: ${timesTo202(sender.times)}`
}

/** Where the service may post to, at any copy. */
async function newPath(): Promise<string> {
  const admin = await signedIn('admin@demo.test')
  const headers = { 'x-action-id': crypto.randomUUID() }
  const made = await admin.ask('POST', '/api/desk/events/addresses', { body: {}, headers })
  const { address } = await made.json<{ address: string }>()
  await admin.close()
  return new URL(address).pathname
}

async function signedIn(email: string): Promise<DashboardPerson> {
  const person = new DashboardPerson(copies)
  await person.signIn(email)
  return person
}

/** The same stream as it happened, once each, taken in by another merchant account. */
async function ordered(happenings: Parameters<typeof deliveries>[0], tables: TablesAsTheyLie): Promise<void> {
  const random = randomFrom(5)
  mkdirSync(copies.folderOf(0), { recursive: true }) // a copy on a PostgreSQL server makes it when it first has something to keep
  const file = join(copies.folderOf(0), 'ordered.ndjson')
  const lines = happenings.map((each) => spelled(each, 'southbay', random).text.replaceAll('\n', ' '))
  writeFileSync(file, lines.join('\n'))
  const program = ['--conditions=react-server', '--import', 'tsx', 'scripts/events.ts', 'import', '--account', 'southbay', file]
  const imported = await run([process.execPath, ...program], copies.environmentOf(0))
  if (imported.code !== 0) throw new Error(imported.output)
  await untilRead(tables)
}

async function untilRead(tables: TablesAsTheyLie): Promise<void> {
  while ((await tables.waiting()) > 0) await wait(500)
}

async function checked(tables: TablesAsTheyLie, truth: Truth): Promise<string[]> {
  const wrong = await tables.againstTruth('northwind', truth)
  const [one, other] = await Promise.all([tables.endState('northwind'), tables.endState('southbay')])
  for (const what of ['events', 'keys', 'charges'] as const) {
    const should = new Set(other[what])
    const differing = one[what].filter((row) => !should.has(row))
    const missing = other[what].length - (one[what].length - differing.length)
    if (differing.length + missing > 0)
      wrong.push(`${what}: ${differing.length} others than in the ordered stream, ${missing} missing, such as ${differing[0]}`)
  }
  return wrong
}

/** People only read here, so whatever else the service received was caused by events. */
async function commandsSent(): Promise<string[]> {
  const received = await copies.fromStandin<{ method: string; path: string }[]>('requests')
  return received
    .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/standin/'))
    .map(({ method, path }) => `an event caused ${method} ${path}`)
}

/** The most that each copy has taken, and how much it took in the middle and at the end. */
function watchMemory(): () => string {
  const seen: number[][] = []
  const timer = setInterval(() => seen.push([...Array(how.copies).keys()].map((number) => copies.memoryOf(number) ?? 0)), 2_000)
  return () => {
    clearInterval(timer)
    const at = (share: number) => seen[Math.floor(share * (seen.length - 1))]?.join(' and ')
    const most = [...Array(how.copies).keys()].map((number) => Math.max(...seen.map((each) => each[number] ?? 0)))
    return `at most ${most.join(' and ')} MB; ${at(0.25)} MB after a quarter, ${at(0.5)} after half, ${at(1)} at the end`
  }
}

async function endOneAfterAnother(): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    await wait(how.everySeconds * 1_000, undefined, { signal: over.signal }).catch(() => {})
    if (over.signal.aborted) return kills
    await copies.end(kills % 2, 'SIGKILL')
    await copies.startCopy(kills % 2)
  }
}

function timesOf(idle: Map<string, number[]>, busy: Map<string, number[]>): string {
  const line = (what: string, before: number[], meanwhile: number[]) => {
    const [rest, work] = [percentile(before, 0.99), percentile(meanwhile, 0.99)]
    return `${what}: 99 of 100 in ${work} ms (95: ${percentile(meanwhile, 0.95)}, median: ${percentile(meanwhile, 0.5)}, ${meanwhile.length} answers); idle ${rest} ms; ${(work / rest).toFixed(1)} times`
  }
  const all = (times: Map<string, number[]>) => [...times.values()].flat()
  return [
    line('people, all', all(idle), all(busy)),
    ...[...busy].map(([what, times]) => line(`  ${what}`, idle.get(what) ?? [], times)),
  ].join('\n')
}
