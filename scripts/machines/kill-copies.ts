import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../build.mjs'
import { giveUp, run, stopAll } from '../child.mjs'
import { demoAccounts } from '../demo-accounts.mjs'
import { checkLoad } from './check-load'
import { Copies } from './copies'
import { DashboardPerson } from './dashboard-person'
import { Load } from './load'
import { requireNginx } from './nginx.mjs'

// npm run copies -- --minutes 5 --every 10 --rate 20
// Two copies behind nginx under load, one of them killed every so many seconds and started again.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    every: { type: 'string', default: '10' },
    rate: { type: 'string', default: '20' },
    signal: { type: 'string', default: 'SIGKILL' },
  },
})
const [minutes, everySeconds, rate] = [Number(values.minutes), Number(values.every), Number(values.rate)]
if (![minutes, everySeconds, rate].every((number) => number > 0)) giveUp('--minutes, --every and --rate are numbers above 0.')
if (!requireNginx()) giveUp('There is no nginx here: install it and run this again.')
const { code, output } = await buildWhenStale()
if (code !== 0) giveUp(output)

const copies = new Copies({ LOG_LEVEL: 'warn' })
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(
    signal,
    () =>
      void copies
        .stop()
        .then(stopAll)
        .then(() => process.exit(1)),
  )
let ends = 0
const over = new AbortController()

async function endOneAfterAnother() {
  for (let number = 0; ; number = 1 - number) {
    await wait(everySeconds * 1_000, undefined, { signal: over.signal }).catch(() => {})
    if (over.signal.aborted) return
    await copies.end(number, values.signal as NodeJS.Signals)
    ends += 1
    await copies.startCopy(number)
  }
}

try {
  await copies.start()
  const agents = demoAccounts.filter(({ role }) => role === 'agent' || role === 'manager')
  const people = Array.from({ length: 8 }, () => new DashboardPerson(copies))
  for (const [number, person] of people.entries()) await person.signIn(agents[number % agents.length]?.email ?? '')
  const load = new Load(people, rate)
  const ending = endOneAfterAnother()
  await Promise.race([load.run(minutes * 60_000), ending])
  over.abort()
  await ending
  await Promise.all(people.map((person) => person.close()))
  process.exitCode = await report(load)
} catch (cause) {
  console.error(cause)
  process.exitCode = 1
} finally {
  await copies.stop()
}

async function report({ commands, answers, wrong, times }: Load): Promise<number> {
  const memory = [0, 1].map((number) => copies.memoryOf(number))
  await settled()
  const received = await copies.fromStandin<{ body: string; applied: boolean }[]>('requests')
  const broken = await checkLoad({ commands, received, databaseUrl: copies.databaseUrl })
  const env = { DATABASE_URL: copies.databaseUrl, NEXTAUTH_SECRET: copies.secret, DATA_DIR: copies.folderOf(0) }
  const verify = await run([process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/verify.ts'], env)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  console.log(`${minutes} minutes, ${ends} times ${values.signal}, one copy every ${everySeconds} s
${times.length} requests (${(times.length / minutes / 60).toFixed(1)} a second), ${commands.size} commands
answers: ${JSON.stringify(answers)}
milliseconds: median ${at(0.5)}, 95 of 100 ${at(0.95)}, 99 of 100 ${at(0.99)}, longest ${at(1)}
memory of the copies at the end: ${memory.join(' and ')} MB
other answers than unavailable and unconfirmed: ${wrong.length}
commands lost, sent twice, or told otherwise than they went: ${broken.length}
journal: ${verify.output.trim()}`)
  for (const line of [...wrong, ...broken].slice(0, 20)) console.log(`  ${line}`)
  return wrong.length + broken.length + verify.code > 0 ? 1 : 0
}

/** What a killed copy left open is settled by the one that takes its place, at the latest when its connection could no longer be answered. */
async function settled() {
  for (const number of [0, 1]) {
    await copies.end(number, 'SIGTERM')
    await copies.startCopy(number)
  }
}
