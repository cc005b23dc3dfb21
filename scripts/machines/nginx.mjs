// @ts-check
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Child, root, run } from '../child.mjs'

/** The program nginx on this machine, or undefined. */
export function findNginx() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((program) => existsSync(program))
}

/** Whether there is an nginx now; installs Debian's package when root. */
export function requireNginx() {
  if (findNginx() !== undefined) return true
  if (process.getuid?.() !== 0) return false
  console.log('Installing nginx…')
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }
  try {
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '-y', 'nginx-light'], options)
  } catch {
    return false
  }
  try {
    execFileSync('service', ['nginx', 'stop'], options) // the package starts one for itself
  } catch {
    // none was started
  }
  return findNginx() !== undefined
}

/**
 * nginx with the example of docs/nginx.conf in front of copies on 127.0.0.1.
 * @param {{ port: number, plainPort: number, startedPort: number, copies: number[] }} ports
 * @returns {Promise<{ address: string, certificate: string, stop: () => Promise<void> }>}
 */
export async function startNginx({ port, plainPort, startedPort, copies }) {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-nginx-'))
  chmodSync(folder, 0o755)
  const { cert, key } = await certificate()
  writeFileSync(join(folder, 'counterfoil.crt'), cert)
  writeFileSync(join(folder, 'counterfoil.key'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'nginx.conf'), whole(folder, { port, plainPort, startedPort, copies }))
  const child = new Child([findNginx() ?? 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf')])
  const stop = async () => {
    await child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await child.answers(`http://127.0.0.1:${startedPort}/started`, 10_000)
  return { address: `https://127.0.0.1:${port}`, certificate: cert, stop }
}

/**
 * The example as it stands, but for what it tells people to change.
 * @param {string} folder
 * @param {{ port: number, plainPort: number, startedPort: number, copies: number[] }} ports
 */
function whole(folder, { port, plainPort, startedPort, copies }) {
  const example = readFileSync(join(root, 'docs/nginx.conf'), 'utf8')
    .replaceAll('192.0.2.11:3000', `127.0.0.1:${copies[0]}`)
    .replaceAll('192.0.2.12:3000', `127.0.0.1:${copies[1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/nginx/', `${folder}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off; ${user} worker_processes 1; pid ${folder}/nginx.pid; error_log stderr warn;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')}
server { listen 127.0.0.1:${startedPort}; location /started { return 204; } }
${example}
}`
}

async function certificate() {
  const script = `import('./lib/testing/self-signed.ts').then(({ selfSigned }) => console.log(JSON.stringify(selfSigned())))`
  const { code, output } = await run([process.execPath, '--conditions=react-server', '--import', 'tsx', '--eval', script])
  if (code !== 0) throw new Error(`No certificate could be made.\n${output}`)
  const line = output.split('\n').find((each) => each.startsWith('{')) // Node may have warned of something beside it
  return JSON.parse(line ?? '')
}
