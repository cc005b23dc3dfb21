import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import type { Engine } from '@/lib/database/engines-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { routes } from '@/lib/testing/routes'

export const token = 'a token of the directory that is long enough'
const given = {
  SCIM_TOKEN: token,
  OIDC_ISSUER: 'https://login.example.test/',
  OIDC_CLIENT_ID: 'desk',
  OIDC_CLIENT_SECRET: 'x',
  OIDC_ROLE_MAP: '{"desk-admins":"admin","desk-managers":"manager","desk-agents":"agent"}',
}
const handlers = await routes()
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export type DirectoryRequest = { body?: unknown; search?: string; headers?: Record<string, string | null>; id?: string }

/** A directory that asks as Okta and Entra do, with somebody else in each test. */
export function directoryAt(engine: Engine) {
  const dashboard = new Dashboard(given, engine)
  const now = { name: '' }
  beforeEach(() => {
    now.name = `ada-${randomUUID()}`
  })

  async function ask(method: string, what: string, { body, search = '', headers = {}, id = '' }: DirectoryRequest = {}) {
    const path = `/api/scim/v2/${what}${id && '/{userId}'}`
    const handler = handlers.find((each) => each.method === method && each.path === path)?.handler
    if (!handler) throw new Error(`There is no ${method} ${path}`)
    const answer = await dashboard.call(handler, method, path.replace('{userId}', id), {
      ...{ as: null, search, params: { userId: id }, ...(body === undefined ? {} : { body }) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', 'sec-fetch-site': null, ...headers },
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
  const user = (more: object = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    ...{
      userName: `${now.name}@corp.example.test`,
      externalId: `sub ${now.name}`,
      name: { givenName: 'Ada', familyName: 'Lund' },
    },
    ...{ active: true, roles: [{ value: 'desk-agents', primary: true }], title: 'Clerk', ...more },
  })
  const added = async (more: object = {}): Promise<string> => (await ask('POST', 'Users', { body: user(more) })).body.id
  const patch = (id: string, ...Operations: object[]) => ask('PATCH', 'Users', { id, body: { schemas: [patchOp], Operations } })
  return { dashboard, now, ask, user, added, patch }
}
