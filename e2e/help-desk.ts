import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** A page that plays a help desk, on an origin and a site of its own: it signs on its server and shows the panel in a frame of 340 px. */
export type HelpDesk = { origin: string; settings: object[]; opens(dashboard: string): void; stop(): Promise<void> }

const secret = 'a secret of the help desk that the tests play'
const audience = 'https://acme.zendesk.test/api/v2/apps/installations/17.json'

export async function startHelpDesk(port: number): Promise<HelpDesk> {
  const origin = `http://localhost:${port}` // and not 127.0.0.1, where the dashboard is: another site to a browser
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const accounts = ['northwind']
  const settings = [
    { code: 'own', kind: 'hmac', origin, accounts, level: 'masked', secret },
    { code: 'words', kind: 'hmac', origin, accounts, level: 'flags', secret: `${secret} 2` },
    {
      ...{ code: 'acme', kind: 'zendesk', origin, accounts, level: 'masked', audience },
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    },
  ]
  let dashboard = ''
  let count = 0

  /** What the help desk's own server does when a ticket is opened. */
  async function addressFor(code: string, context: object): Promise<string> {
    const text = `${JSON.stringify({ person: 'agent@demo.test', ticket: 'T-4711', ...context })}${' '.repeat(++count)}`
    const time = Math.floor(Date.now() / 1_000)
    const key = code === 'words' ? `${secret} 2` : secret
    const signature = createHmac('sha256', key).update(`${time}.${text}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-counterfoil-signature': `t=${time},v1=${signature}` }
    const answer = await fetch(`${dashboard}/api/desk/panel/${code}`, { method: 'POST', headers, body: text })
    const { address } = (await answer.json()) as { address: string }
    return address.replace(/^https?:\/\/[^/]+/, dashboard)
  }

  function token(): string {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: new URL(origin).host,
      aud: audience,
      sub: `${origin}/api/v2/users/42.json`,
      iat: now,
      exp: now + 60,
      jti: `t${++count}`,
    }
    const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const given = Object.fromEntries(searchParams)
    const send = (text: string) => response.setHeader('content-type', 'text/html').end(page(text, dashboard))
    if (pathname === '/ticket') {
      const { code = 'own', ...context } = given
      return send(frame(await addressFor(code, context)))
    }
    if (pathname === '/address') return response.end(await addressFor('own', given))
    if (pathname === '/zendesk') {
      const address = `${dashboard}/panel?origin=${encodeURIComponent(origin)}&app_guid=guid-1`
      return send(`${frame('about:blank')}<form method="post" action="${address}" target="panel"><input type="hidden" name="token" value="${token()}"></form>
        <script>requester=${JSON.stringify(given)};document.forms[0].submit()</script>`)
    }
    response.statusCode = 404
    response.end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin,
    settings,
    opens(address) {
      dashboard = address
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const frame = (address: string) => `<iframe name="panel" title="Counterfoil" src="${address}" width="340" height="860"></iframe>`

/** What a help desk does with a message: it takes a text into the reply, and answers as Zendesk's framework does. */
const page = (
  content: string,
  dashboard: string,
) => `<!doctype html><html lang="en"><title>A help desk, invented</title><link rel="icon" href="data:,">
<style>body{margin:0;display:flex;gap:16px}iframe{border:0}</style><textarea aria-label="Reply" rows="9" cols="50"></textarea>
<script>let requester={};addEventListener('message',({data,origin,source})=>{if(origin!==${JSON.stringify(dashboard)})return
const put=(text)=>{document.querySelector('textarea').value+=text}
if(data.counterfoil==='insert')return put(data.text)
const said=JSON.parse(data),answer=(message)=>source.postMessage(JSON.stringify(message),origin)
if(said.key==='iframe.handshake')answer({key:'zaf.app.registered',message:{}})
if(said.request==='get')answer({id:said.id,result:{'ticket.id':requester.ticket,'ticket.requester.email':requester.email,errors:{}}})
if(said.request==='invoke')put(said.params['ticket.comment.appendText'][0])})</script>${content}</html>`
