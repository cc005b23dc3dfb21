import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll } from 'vitest'
import { serveQuery } from '@/lib/calls/serve-query'
import { commandNamed } from '@/lib/commands/server/command-named'
import { serveCommand } from '@/lib/commands/server/serve-command'
import type { Role } from '@/lib/core/roles'
import { type Engine, newPlace, type OwnPlace } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import type { Operation } from '@/lib/operations/declare/operation'
import { pathFor } from '@/lib/operations/path'
import { hashPassword } from '@/lib/people/server/passwords'
import { insertPerson } from '@/lib/people/server/person-accounts'
import { sessionCookie } from '@/lib/people/server/session-cookie'
import { startSession } from '@/lib/people/server/sessions'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { dashboardOrigin, secret, startWith } from './environment'

export type CallOptions = {
  params?: Record<string, string>
  /** With its question mark. */
  search?: string
  body?: unknown
  /** Who asks; null for nobody. An agent unless told otherwise. */
  as?: Role | null
  /** Beside or instead of the usual ones; null leaves a header out. */
  headers?: Record<string, string | null>
}

type Handler<P> = (request: Request, context: { params: Promise<P> }) => Promise<Response>

/** The dashboard's server side for the tests of one file: a database of its own, of either engine, accounts, sessions and requests. */
export class Dashboard {
  private place: OwnPlace | undefined
  private readonly accounts = new Map<Role, Promise<{ accountId: string; cookie: string }>>()

  constructor(
    private readonly given: Parameters<typeof startWith>[0] = {},
    engine: Engine = 'SQLite',
  ) {
    beforeAll(async () => {
      this.place = await newPlace(engine)
      this.start()
      if (engine === 'SQLite') await sql`pragma synchronous = off`.execute(await database()) // what a power cut would take is no matter here
    })
    afterAll(async () => {
      await (await database()).destroy()
      await this.place?.remove()
    })
  }

  /** A new start of the process on the same data. */
  start(more: Parameters<typeof startWith>[0] = {}): void {
    const { DATA_DIR = '', DATABASE_URL = '' } = this.place ?? {}
    startWith({ ...this.given, ...more, DATA_DIR, DATABASE_URL })
  }

  /** Where the service is from now on. Nothing is remembered of how the one before behaved. */
  serviceAt(url: string): void {
    process.env.SERVICE_URL = url
    for (const name of ['env', 'breaker ', 'absent-reads', 'keys-states', 'service-']) forgetSingletons(name)
  }

  /** A handler's answer to a person's request. */
  async call<P>(
    handler: Handler<P>,
    method: string,
    path: string,
    { params, search = '', ...options }: CallOptions,
  ): Promise<Response> {
    const request = new Request(`${dashboardOrigin}${path}${search}`, { method, ...(await this.init(method, options)) })
    return handler(request, { params: Promise.resolve((params ?? {}) as P) })
  }

  /** An operation's answer, as its route handler gives it. */
  ask(operation: Operation, callOptions: CallOptions = {}): Promise<Response> {
    return this.call(served(operation), operation.method, pathFor(operation, callOptions.params ?? {}), callOptions)
  }

  async cookie(role: Role): Promise<string> {
    return (await this.account(role)).cookie
  }

  /** The account of a role, with a session of its own. */
  account(role: Role): Promise<{ accountId: string; cookie: string }> {
    const known = this.accounts.get(role) ?? this.addPerson(role, `${role}@desk.example.test`)
    this.accounts.set(role, known)
    return known
  }

  async addPerson(role: Role, email: string): Promise<{ accountId: string; cookie: string }> {
    const store = await database()
    hashed ??= hashPassword('a long enough password')
    const added = await insertPerson(store, { email, name: `The ${role}`, role, password_hash: await hashed })
    if (added === null) throw new Error(`${email} already has an account`)
    return { accountId: added.id, cookie: await cookieOf(await startSession(store, added.id)) }
  }

  private async init(method: string, { body, as = 'agent', headers = {} }: CallOptions): Promise<RequestInit> {
    const usual = {
      ...(as === null ? {} : { cookie: await this.cookie(as) }),
      ...(method === 'GET'
        ? {}
        : { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'x-action-id': randomUUID() }),
    }
    const given = Object.entries({ ...usual, ...headers }).filter((pair): pair is [string, string] => pair[1] !== null)
    return { headers: given, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }) }
  }
}

/** Made once: to hash a password is meant to take long. */
let hashed: Promise<string> | undefined

/** The cookie of a session; other parts of its token for what must not get in. */
export async function cookieOf(sid: string, other: Partial<Parameters<typeof encode>[0]> = {}): Promise<string> {
  return `${sessionCookie().name}=${await encode({ token: { sid }, secret, ...other })}`
}

const isCommand = (operation: Operation): operation is Operation<'command'> => operation.kind === 'command'

/** The handler of an operation, as its route has it. */
export const served = (operation: Operation) =>
  isCommand(operation) ? serveCommand(operation, commandNamed(operation.name).rules) : serveQuery(operation as Operation<'query'>)
