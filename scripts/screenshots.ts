import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from './build.mjs'
import { giveUp, root, stopAll } from './child.mjs'
import { requireChromium } from './chromium.mjs'
import { DemoServers } from './demo-servers.mjs'
import { install } from './install.mjs'
import { freePort } from './ports.mjs'

// `npm run screenshots -- buyer` takes only the pictures whose name holds "buyer".
const wanted = process.argv[2] ?? ''
const folder = join(root, 'screenshots')

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll().then(() => process.exit(1)))

await install()
const { code, output } = await buildWhenStale()
if (code !== 0) giveUp(output)
const executablePath = (await requireChromium()) ?? giveUp('The pictures need Chromium. Install one and run this again.')

const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-screenshots-'))
const servers = new DemoServers({ port: await freePort(), standinPort: await freePort(), dataDir })
try {
  await servers.start()
  mkdirSync(folder, { recursive: true })
  const { captureScreenshots } = await import('./pictures/capture-screenshots')
  const taken = await captureScreenshots(servers, { executablePath, folder, wanted })
  console.log(`${taken} pictures in ${folder}`)
} finally {
  await stopAll()
  rmSync(dataDir, { recursive: true, force: true })
}
