import type { Options } from '../options'
import { planOf } from '../plan'
import { Run } from '../run'
import { scenesOf } from '../scenes/all'
import { builtWithSwitches } from './copy'
import { plantedFaults } from './faults'
import type { PlantedFault } from './switches'

type Found = { fault: PlantedFault; seed: number; sentence: string; seconds: number }

/**
 * Runs the checker on each planted fault until it names the promise that the fault breaks. Prints each with the seed that found it;
 * resolves to how many were found, and how many were not. What is broken without any fault as well is no finding.
 */
export async function findPlanted(options: Options, isOver: () => boolean): Promise<{ lived: number; failed: number }> {
  const wanted = (options.plant ?? '').split(',')
  const faults = plantedFaults.filter(({ name }) => wanted.some((part) => name.includes(part)))
  console.log(`Building the dashboard with ${plantedFaults.length} planted faults…`)
  const run = new Run({ ...options, planted: { folder: await builtWithSwitches(), name: '' } })
  const found: Found[] = []
  const missed: string[] = []
  let tried = 0
  try {
    await run.start()
    for (const fault of faults) {
      if (isOver()) break
      tried += 1
      const finding = await find(run, fault, options).catch((cause: Error) => cause)
      if (finding instanceof Error) missed.push(`${fault.name}: ${finding.message}`)
      else found.push(finding)
      console.log(finding instanceof Error ? `✗ ${missed.at(-1)}` : lineOf(finding))
    }
    missed.push(...(await withoutFault(run, found)))
  } finally {
    await run.stop()
  }
  for (const line of missed) console.log(`Not found: ${line}`)
  return { lived: tried, failed: missed.length }
}

const lineOf = ({ fault, seed, sentence, seconds }: Found) =>
  `✓ ${fault.name} (${fault.in}): seed ${seed}, ${sentence.split(':')[0]} [${seconds.toFixed(0)} s]`

/** The first seed that names the promise. Rejects where none does, or the dashboard does not start with the fault. */
async function find(run: Run, fault: PlantedFault, options: Options): Promise<Found> {
  const from = performance.now()
  const others = new Map<string, string>()
  await run.plant(fault.name)
  for (const seed of seedsFor(fault, options)) {
    const broken = await run.seed(seed).catch(notLived)
    const sentence = broken.find((each) => fault.breaks.test(each))
    if (sentence) return { fault, seed, sentence, seconds: (performance.now() - from) / 1_000 }
    for (const each of broken) others.set(each.split(':')[0] ?? '', `${each} (seed ${seed})`)
  }
  const instead = others.size > 0 ? `; broken instead: ${[...others.values()].join('; ')}` : ''
  throw new Error(`not found within ${options.seeds} seeds${instead}`)
}

const notLived = (cause: Error) => [`The seed stopped with an error: ${cause.message}`]

/** The first two hundred seeds, those before the others in which people do what the fault shows in; as many of them as are asked for. */
function seedsFor({ scene, cut }: PlantedFault, options: Options): number[] {
  const seeds = Array.from({ length: Math.max(200, options.seeds) }, (_, index) => index + 1)
  const fits = (seed: number) => {
    const plan = planOf(seed, options)
    const isCut = plan.ends.length > 0 || plan.burst !== null
    return (!cut || isCut) && (!scene || scenesOf(seed, plan.scenes, options, '').some(({ name }) => name === scene))
  }
  return [...seeds.filter(fits), ...seeds.filter((seed) => !fits(seed))].slice(0, options.seeds)
}

/** The same seeds with no fault on: what is named there too is not the planted fault. */
async function withoutFault(run: Run, found: readonly Found[]): Promise<string[]> {
  await run.plant('')
  const broken = new Map<number, string[]>()
  for (const seed of new Set(found.map(({ seed }) => seed))) broken.set(seed, await run.seed(seed).catch(notLived))
  const others = [...broken].filter(([, sentences]) => sentences.length > 0)
  console.log(`Without any fault: ${broken.size} seeds, ${others.length} broke a promise`)
  for (const [seed, sentences] of others) for (const sentence of sentences) console.log(`  seed ${seed}: ${sentence}`)
  return found.flatMap(({ fault, seed }) => {
    const sentence = broken.get(seed)?.find((each) => fault.breaks.test(each))
    return sentence ? [`${fault.name}: seed ${seed} breaks the same promise without it, ${sentence}`] : []
  })
}
