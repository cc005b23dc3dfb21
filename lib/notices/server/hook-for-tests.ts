import { randomUUID } from 'node:crypto'
import type { Database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { HookToSave } from '../hook'
import { makeHook } from './hooks'
import { notify } from './notify'

export const admin: Person = { accountId: 'a-admin', sessionId: '', email: 'root@desk.test', name: 'Root', role: 'admin' }

/** An account that may sign in. */
export async function addAccount(
  store: Database,
  { id, role, email = `${id}@desk.test` }: { id: string; role: Person['role']; email?: string },
): Promise<void> {
  const row = { id, email, name: id, role, password_hash: '-', created_at: new Date().toISOString(), disabled_at: null }
  await store.insertInto('accounts').values(row).execute()
}

export const newHook = (url: string, more: Partial<HookToSave> = {}) =>
  makeHook(admin, { name: 'Chat', url, format: 'json', kinds: ['alert'], accounts: null, ...more }, noClaim)

/** So many things that admins and hooks are told of, each in a transaction of its own. */
export async function tell(store: Database, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n += 1)
    await store
      .transaction()
      .execute((tx) =>
        notify(
          tx,
          { kind: 'alert', of: randomUUID(), merchant: 'northwind', words: `Alert ${n}`, href: '/settings/alerts' },
          { roles: ['admin'] },
        ),
      )
}

export const numberIn = (body: string): number => Number((JSON.parse(body) as { words: string }).words.split(' ')[1])

/** As if HOOK_HOSTS had listed it when this process started. */
export function allowHookHost(hostname = 'hooks.example.test'): void {
  env().HOOK_HOSTS.push({ hostname, port: '443', isPortNamed: false })
}
