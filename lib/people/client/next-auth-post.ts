import { request } from '@/lib/client/request'

/** The token next-auth wants back with every form, so that no other site can send one. */
async function csrfToken(): Promise<string> {
  const body: unknown = await request('/api/auth/csrf', { as: (response) => response.json() })
  if (typeof body === 'object' && body !== null && 'csrfToken' in body && typeof body.csrfToken === 'string')
    return body.csrfToken
  throw new Error('next-auth gave no token')
}

/** Posts a form to next-auth as its own pages would, and is answered in JSON. Throws a ServiceProblem when the dashboard is not reached. */
export async function nextAuthPost(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: 'true' })
  return request(`/api/auth/${path}`, { body, as: async (response) => response })
}
