import 'server-only'
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { singleton } from './singleton'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What goes into a header, an address or a token. */
export const printable = z.string().check(z.regex(/^[\x20-\x7e]+$/, 'may hold only printable ASCII characters'))

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

/** Where the journal goes as well: a collector that is posted to, or a file. */
export type StreamTarget = { kind: 'collector'; address: string } | { kind: 'file'; path: string }

/** A host that hooks may reach. `isPortNamed`: the port was written down, by which an address that isn't public can be meant. */
export type HookHost = { hostname: string; port: string; isPortNamed: boolean }

const listIn = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '')
const namePattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Null for what is no host, or is written in another way than an address has it, such as an IP address in one number. */
function hostIn(text: string): HookHost | null {
  const [, hostname = '', port] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text.toLowerCase()) ?? []
  if (!URL.canParse(`https://${hostname}:${port ?? 443}/`)) return null
  const url = new URL(`https://${hostname}:${port ?? 443}/`)
  if (url.hostname !== hostname || (port !== undefined && Number(port) === 0)) return null
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !namePattern.test(hostname)) return null
  return { hostname, port: url.port || '443', isPortNamed: port !== undefined }
}

/** `HOOK_HOSTS`: the only hosts that hooks reach. */
const hookHosts = z.pipe(
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => listIn(text).length > 0 && listIn(text).every((each) => hostIn(each) !== null),
          'isn’t a list of hosts, such as hooks.example.test or hooks.example.test:8443',
        ),
      ),
  ),
  z.transform((text): HookHost[] => listIn(text ?? '').flatMap((each) => hostIn(each) ?? [])),
)

const notTarget =
  'isn’t an https or file address, such as https://logs.example.test/journal or file:/var/log/journal.jsonl (http works on this machine only)'

/** The variables by which something leaves the dashboard, or people come from the company's directory. */
export const leavingVariables = {
  JOURNAL_STREAM: z.pipe(
    z.optional(
      z.string().check(
        z.refine((text) => targetIn(text) !== null, notTarget),
        z.refine((text) => placeOf(text) !== 'folder', 'is a folder, not a file'),
        z.refine((text) => placeOf(text) !== 'nowhere', 'is in a folder that doesn’t exist'),
        z.refine((text) => placeOf(text) !== 'other', 'isn’t a regular file'),
      ),
    ),
    z.transform((text) => (text === undefined ? null : targetIn(text))),
  ),
  JOURNAL_STREAM_TOKEN: z.optional(printable),
  SCIM_TOKEN: z.optional(printable.check(z.minLength(32, 'has fewer than 32 characters'))),
  /** Which help desks may show the panel; `merchants.ts` reads it. */
  HELP_DESKS: z.optional(z.string()),
  HELP_DESKS_FILE: z.optional(z.string()),
  HOOK_HOSTS: hookHosts,
}

/** What is wrong between the variables. */
export function leavingFaults({ JOURNAL_STREAM, JOURNAL_STREAM_TOKEN, SCIM_TOKEN, OIDC_ISSUER }: Variables): string[] {
  const isPosted = JOURNAL_STREAM !== undefined && !JOURNAL_STREAM.startsWith('file:')
  return [
    ...(JOURNAL_STREAM_TOKEN === undefined || isPosted
      ? []
      : ['JOURNAL_STREAM_TOKEN: is set, but JOURNAL_STREAM isn’t the address of a collector; remove it']),
    ...(SCIM_TOKEN === undefined || OIDC_ISSUER !== undefined
      ? []
      : ['SCIM_TOKEN: needs company sign-in, by which these people come in; set OIDC_ISSUER, or remove it']),
  ]
}

type Variables = Record<string, string | undefined>

/** On this machine nobody listens in, so http will do there, as it does for the company's sign-in. */
export const isHere = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

function targetIn(text: string): StreamTarget | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (protocol === 'file:') return fileIn(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isHere(hostname))
  return isSafe && `${username}${password}${hash}` === '' ? { kind: 'collector', address: text } : null
}

/** Only a whole path: what a relative one means depends on where the server was started. */
function fileIn(text: string): StreamTarget | null {
  if (!/^file:(\/\/)?\/[^/]/.test(text) || /[?#]/.test(text)) return null
  try {
    const path = fileURLToPath(text)
    return /\p{Cc}/u.test(path) ? null : { kind: 'file', path }
  } catch {
    return null // such as an escaped slash
  }
}

/** What is at the path of a file that the journal goes to: a pipe or a device would keep whoever writes to it waiting. */
function placeOf(text: string): 'folder' | 'nowhere' | 'other' | 'fine' {
  const target = targetIn(text)
  if (target?.kind !== 'file') return 'fine'
  const there = look(target.path)
  if (there === undefined) return look(dirname(target.path))?.isDirectory() ? 'fine' : 'nowhere'
  if (there.isDirectory()) return 'folder'
  return there.isFile() ? 'fine' : 'other'
}

function look(path: string) {
  try {
    return statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false })
  } catch {
    return undefined // a part of the path is a file, or may not be entered
  }
}
