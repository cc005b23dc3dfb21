import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll } from 'vitest'
import type { Operation } from '@/lib/operations/operation'
import { pathFor } from '@/lib/operations/path'
import type { Role } from '@/lib/roles'
import { addAccount } from '../auth/accounts'
import { sessionCookie } from '../auth/session-cookie'
import { startSession } from '../auth/sessions'
import { database } from '../database/open'
import { serve } from '../serve'
import { deskOrigin, forget, secret, startWith } from './environment'

export type Asked = {
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

/** The dashboard's server side for the tests of one file: a database in a folder of its own, accounts, sessions and requests. */
export class Desk {
  private folder = ''
  private readonly accounts = new Map<Role, Promise<{ accountId: string; cookie: string }>>()

  constructor(private readonly given: Parameters<typeof startWith>[0] = {}) {
    beforeAll(async () => {
      this.folder = await mkdtemp(join(tmpdir(), 'counterfoil-'))
      this.start()
      await sql`pragma synchronous = off`.execute(await database()) // what a power cut would take is no matter here
    })
    afterAll(async () => {
      await (await database()).destroy()
      await rm(this.folder, { recursive: true, force: true })
    })
  }

  /** A new start of the process on the same data. */
  start(more: Parameters<typeof startWith>[0] = {}): void {
    startWith({ ...this.given, ...more, DATA_DIR: this.folder })
  }

  /** Where the service is from now on. Nothing is remembered of how the one before behaved. */
  serviceAt(url: string): void {
    process.env.SERVICE_URL = url
    for (const name of ['env', 'breaker ', 'absent-reads', 'keys-states', 'service-']) forget(name)
  }

  /** A handler's answer to a request of a person at the desk. */
  async call<P>(handler: Handler<P>, method: string, path: string, { params, search = '', ...asked }: Asked): Promise<Response> {
    const request = new Request(`${deskOrigin}${path}${search}`, { method, ...(await this.init(method, asked)) })
    return handler(request, { params: Promise.resolve((params ?? {}) as P) })
  }

  /** An operation's answer, as its route handler gives it. */
  ask(operation: Operation, asked: Asked = {}): Promise<Response> {
    return this.call(serve(operation), operation.method, pathFor(operation, asked.params ?? {}), asked)
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
    const accountId = await addAccount(store, { email, name: `The ${role}`, role, password: 'a long enough password' })
    if (accountId === null) throw new Error(`${email} has an account already`)
    return { accountId, cookie: await cookieOf(await startSession(store, accountId)) }
  }

  private async init(method: string, { body, as = 'agent', headers = {} }: Asked): Promise<RequestInit> {
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

/** The cookie of a session; other parts of its token for what must not get in. */
export async function cookieOf(sid: string, other: Partial<Parameters<typeof encode>[0]> = {}): Promise<string> {
  return `${sessionCookie().name}=${await encode({ token: { sid }, secret, ...other })}`
}
