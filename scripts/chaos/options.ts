import { parseArgs } from 'node:util'

/** What is asked of the checker. */
export type Options = {
  seeds: number
  /** The first seed; the others follow it. */
  seed: number
  copies: 1 | 2
  database: 'sqlite' | 'postgres'
  /** By all people of a seed together. */
  operations: number
  /** A soak instead: how long in milliseconds, and how many requests a second. */
  soak: { ms: number; rate: number } | null
  /** The planted faults instead: those whose name holds one of these, which commas divide. */
  plant?: string
  /** A build of the dashboard with a switch for each planted fault, and the one that is on. */
  planted?: { folder: string; name: string }
}

export const usage = `npm run chaos -- --seeds N [--seed S] [--copies 1|2] [--database sqlite|postgres] [--operations 200]
npm run chaos -- --planted [--only name]
npm run chaos -- --soak 30m [--rate 20] [--copies 1|2] [--database sqlite|postgres]`

/** Reads the arguments. Throws a sentence that names the wrong one and says what it must be. */
export function optionsFrom(given: string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: given,
    options: {
      seeds: text,
      seed: text,
      copies: text,
      database: text,
      operations: text,
      soak: text,
      rate: text,
      planted: { type: 'boolean' },
      only: text,
    },
  })
  const copies = count('copies', values.copies ?? '1', 1)
  const database = values.database ?? (copies > 1 ? 'postgres' : 'sqlite')
  if (copies > 2) throw new Error('--copies must be 1 or 2.')
  if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database must be sqlite or postgres.')
  if (copies === 2 && database === 'sqlite') throw new Error('--copies 2 needs --database postgres, because copies share it.')
  if (values.soak === undefined && values.seeds === undefined && values.seed === undefined && !values.planted)
    throw new Error(`Choose how many seeds, or how long a soak:\n${usage}`)
  return {
    ...(values.planted ? { plant: values.only ?? '' } : {}),
    seeds: count('seeds', values.seeds ?? (values.planted ? '200' : '1'), 1),
    seed: count('seed', values.seed ?? '1', 0),
    copies: copies as 1 | 2,
    database,
    operations: count('operations', values.operations ?? (values.planted ? '24' : '200'), 1),
    soak: values.soak === undefined ? null : { ms: duration(values.soak), rate: count('rate', values.rate ?? '20', 1) },
  }
}

function count(name: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`--${name} must be a whole number of at least ${least}, not ${JSON.stringify(text)}.`)
}

function duration(text: string): number {
  const found = /^(\d{1,6})(s|m|h)$/.exec(text)
  if (!found) throw new Error(`--soak must be a time such as 90s or 30m, not ${JSON.stringify(text)}.`)
  return Number(found[1]) * { s: 1_000, m: 60_000, h: 3_600_000 }[found[2] as 's' | 'm' | 'h']
}
