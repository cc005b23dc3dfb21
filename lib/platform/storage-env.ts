import 'server-only'
import { statSync } from 'node:fs'
import * as z from 'zod/mini'
import { singleton } from './singleton'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const isFile = (path: string) => statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false })?.isDirectory() === false

/** The variables that say where data is kept and how: of the server, and of the commands that open its database. */
export const storageVariables = {
  DATABASE_URL: z.optional(
    z.string().check(z.refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), 'isn’t a postgres:// address')),
  ),
  DATA_DIR: z._default(
    z.string().check(
      z.regex(/^\P{Cc}+$/u, 'isn’t the path of a folder'),
      z.refine((path) => !isFile(path), 'is a file, not a folder'),
    ),
    '.data',
  ),
  JOURNAL_KEY: z.optional(z.string().check(z.minLength(16, 'has fewer than 16 characters'))),
  LOG_LEVEL: z._default(z.enum(logLevels, 'isn’t a log level'), 'info'),
}

export const sessionSecret = z.string('is missing').check(z.minLength(32, 'has fewer than 32 characters'))

const storageSchema = z.object({ ...storageVariables, NEXTAUTH_SECRET: z.optional(sessionSecret) })

/**
 * Where this process keeps data and how, which is all that the commands need of the environment: `env()` asks for the service and its
 * merchants, too. Throws with everything that is wrong with it.
 */
export function storageEnv(): z.output<typeof storageSchema> {
  return singleton('env of the storage', () => {
    const read = storageSchema.safeParse(givenIn(process.env))
    if (!read.success) throw new Error(`These environment variables are wrong:\n${issuesOf('', read.error).join('\n')}`)
    return read.data
  })
}

/** The level of the log. One that is none is a fault, which is told with all others; until then the log must be there. */
export const logLevel = () => logLevels.find((each) => each === process.env.LOG_LEVEL) ?? 'info'

/** What is empty counts for what is not there. */
export const givenIn = (source: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))

/** Each fault after the name of its variable; the value is never repeated. */
export function issuesOf(name: string, error: z.core.$ZodError | undefined): string[] {
  return (error?.issues ?? []).map((issue) => {
    const where = issue.path.reduce<string>(
      (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`),
      name,
    )
    return `${where}: ${issue.code === 'unrecognized_keys' ? `has unknown keys: ${issue.keys.join(', ')}` : issue.message}`
  })
}
