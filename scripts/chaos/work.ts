import { setTimeout as wait } from 'node:timers/promises'
import { Actor, codeOf, type Setting } from './actor'
import type { Between } from './between'
import type { Browser } from './browser'
import { commandOf } from './commands'
import { burstCells, type Cell, cellsOf, quietCells } from './coverage'
import { faultFrom, faultNamed, refusals } from './faults'
import { Person } from './person'
import { chosen, oneIn, type Plan, shuffled } from './plan'
import { problemIn } from './reported-outcome'
import type { Company, Scene } from './scenes/company'
import { patience } from './servers'
import type { Standin } from './standin'
import { type Buyer, buyers } from './targets'

/** Who is at the desk, by name; their browsers stay signed in from seed to seed. */
export type Browsers = Record<'agent' | 'second' | 'finance' | 'manager' | 'admin' | 'leaver', Browser>

export type Work = {
  plan: Plan
  setting: Setting
  standin: Standin
  browsers: Browsers
  /** How many steps people take together. */
  operations: number
  mayGoOn: () => Promise<boolean>
}

/** People do their steps, each by themselves, while the service misbehaves as planned. */
export async function people({ plan, setting, standin, browsers, operations, mayGoOn }: Work): Promise<void> {
  let left = operations
  const staff = [browsers.agent, browsers.second, browsers.manager, browsers.admin] as const
  const work = Array.from({ length: plan.people }, async (_, index) => {
    const random = plan.random(`person ${index}`)
    const browser = staff[index % staff.length] as Browser
    const person = new Person(browser, index % staff.length < 2 ? 'agent' : 'manager', random, setting)
    while (left-- > 0 && (await mayGoOn())) {
      if (random() < plan.faultShare) {
        const { operation, ...trouble } = faultFrom(random)
        await setting.trouble(operation, '*', trouble)
      }
      if (oneIn(random, 25)) await standin.tell('POST', 'release')
      await person.step()
    }
  })
  await Promise.all(work)
}

/** The buyers of a seed: some for everybody, and the others one by one for what somebody does with a buyer alone. */
export function buyersOf(plan: Plan): { shared: Buyer[]; alone: () => Buyer } {
  const random = plan.random('buyers')
  const all = shuffled(random, buyers)
  const [shared, others] = [all.slice(0, plan.buyers), all.slice(plan.buyers)]
  const free = others.filter(({ subscriptions, tokens }) => subscriptions.length > 0 && tokens.length > 0)
  let next = 0
  return { shared, alone: () => free[next++ % free.length] as Buyer }
}

/** Several people do something together, one scene after the other. */
export async function play(
  scenes: readonly { play: Scene }[],
  company: Omit<Company, 'buyer'>,
  alone: () => Buyer,
): Promise<void> {
  for (const scene of scenes) await scene.play({ ...company, buyer: alone() } as Company)
}

/** Goes for cells of the table of coverage, one after the other. */
export async function drills(
  { plan, setting, standin, browsers }: Pick<Work, 'plan' | 'setting' | 'standin' | 'browsers'>,
  alone: () => Buyer,
): Promise<void> {
  const actor = new Actor(browsers.admin, 'manager', plan.random('drills'), setting)
  for (const cell of cellsOf(plan.seed, plan.drills, quietCells)) {
    const buyer = alone()
    await (await ordered(actor, cell, buyer))()
    if (cell.trouble === 'hold' && cell.outcome === 'done') await standin.tell('POST', 'release')
    else if (cell.trouble === 'hold') await wait(Number(patience.SERVICE_WRITE_LIMIT_MS))
    // Two good answers for each lost one keep the breaker shut.
    if (cell.outcome !== 'unconfirmed' || refusals.includes(cell.trouble)) continue
    for (const path of ['tokens', 'tokens']) await actor.ask('GET', `/api/v3/buyers/${buyer.id}/${path}`)
  }
}

/** Orders a cell's trouble; resolves to what gives its command. */
async function ordered(actor: Actor, { operation, trouble }: Cell, buyer: Buyer): Promise<() => Promise<void>> {
  const { random, setting } = actor
  const actionId = actor.id()
  const command = commandOf(operation, buyer, random, actionId)
  await setting.trouble(operation, '*', faultNamed(trouble, random, operation))
  return async () => {
    const answer = await actor.give(actionId, command)
    const unsettled = codeOf(answer) === 'unsettled_action' ? problemIn(answer?.text ?? '').actionId : undefined
    if (unsettled) await actor.give(actor.id(), command, { acknowledges: unsettled })
  }
}

/** `cut` ends who waits for answers. */
type Cut = { browsers: Browsers; cut: () => Promise<void>; between: Pick<Between, 'together' | 'isSwallowing'> }

/** Two of them, where the plan has one, so that each cell comes up often enough. */
export async function bursts(plan: Plan, setting: Setting, cut: Cut): Promise<void> {
  for (const turn of plan.burst ? [0, 1] : []) {
    cut.between.isSwallowing = plan.burst === 'swallowed'
    await burst(plan, turn, setting, cut)
  }
}

/**
 * Many commands at once, of every kind, whose answers take their time or have just come: until `cut` ends who waits for them. Of answers that
 * come together, some have been written by then, and others not.
 */
async function burst(plan: Plan, turn: number, setting: Setting, { browsers, cut, between }: Cut): Promise<void> {
  const random = plan.random(`burst ${turn}`)
  const cells = shuffled(random, burstCells(plan, turn))
  const gives = await Promise.all(
    cells.map((cell, index) => {
      const browser = chosen(random, [browsers.manager, browsers.admin])
      const actor = new Actor(browser, 'manager', plan.random(`burst ${turn} ${index}`), setting)
      return ordered(actor, cell, buyers[(index + 4 * Math.floor(index / withAll)) % withAll] as Buyer)
    }),
  )
  const come = between.together(cells.length, patienceMs)
  const before = await settled(setting)
  const begun = Promise.all(gives.map((give) => give()))
  const many = before + Math.floor(random() * (await come))
  const end = performance.now() + (plan.burst === 'answered' ? writingMs : 0)
  while (performance.now() < end && (await settled(setting)) < many) await wait(1)
  await cut()
  await begun
}

/** How many actions have the outcome that the service told. */
async function settled({ hand }: Setting): Promise<number> {
  const told = hand.selectFrom('actions').where('state', 'in', ['done', 'refused'])
  return Number((await told.select(({ fn }) => fn.countAll().as('many')).executeTakeFirstOrThrow()).many)
}

/** The first buyers of the list have subscriptions and tokens; of two commands for one of them each has a target of its own. */
const withAll = 8
/** So long the first command may take to leave a copy that has just started on a busy machine. */
const patienceMs = 2_000
/** Until then all outcomes of answers that came together have been written. */
const writingMs = 300
