/** The token next-auth wants back with every form, so that no other site can send one. */
async function csrfToken(): Promise<string> {
  const response = await fetch('/api/auth/csrf', { headers: { accept: 'application/json' } })
  const body: unknown = await response.json()
  if (typeof body === 'object' && body !== null && 'csrfToken' in body && typeof body.csrfToken === 'string')
    return body.csrfToken
  throw new Error('next-auth gave no token')
}

/** Posts a form to next-auth as its own pages would, and is answered in JSON. Rejects when the dashboard is not reached. */
export async function nextAuthPost(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: 'true' })
  return fetch(`/api/auth/${path}`, { method: 'POST', body })
}
