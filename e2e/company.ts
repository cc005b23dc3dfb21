import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

type Person = { name: string; email: string; roles: string[] }
export type Company = { issuer: string; stop(): Promise<void> }

/** A real identity provider on a port of this machine. Whoever types the name of one of the people is them. */
export async function startCompany(port: number, people: Record<string, Person>, dashboard: string): Promise<Company> {
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'desk',
        client_secret: 'a secret of the tests',
        redirect_uris: [`${dashboard}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${dashboard}/sign-in`],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context: { body: string }, form: string) => {
          context.body = page(`${form}<button form="op.logoutForm" name="logout" value="yes">Sign me out here too</button>`)
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, email_verified: true, ...people[accountId] }),
    }),
    // Nobody is asked what the desk may know: the company has decided that.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(page(whoForm))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const accountId = new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('name') ?? ''
    await provider.interactionFinished(request, response, { login: { accountId } })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const page = (content: string) => `<!doctype html><html lang="en"><title>Corp</title><link rel="icon" href="data:,">${content}`
const whoForm = '<form method="post"><label>Who are you <input name="name" autofocus></label><button>Go on</button></form>'
