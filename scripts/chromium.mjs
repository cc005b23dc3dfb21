// @ts-check
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, tool } from './child.mjs'

// The shell is the same browser without the toolbars and menus around pages, which it need not draw.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium that starts: an installed one, else Playwright's own. Undefined where there is none. */
export async function findChromium() {
  const installed = [...names, ...places].find(starts)
  if (installed) return installed.includes('/') ? installed : execFileSync('which', [installed], { encoding: 'utf8' }).trim()
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

// Some systems have a `chromium-browser` that only says what to install.
/** @param {string} program */
function starts(program) {
  try {
    execFileSync(program, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

const fonts = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-color-emoji']

/** Finds a Chromium or installs one. Undefined, with the reasons printed, where neither is possible. */
export async function requireChromium() {
  const found = await findChromium()
  if (found) return found
  console.log('Installing Chromium…')
  const tries = process.getuid?.() === 0 ? [installFromDebian, installPlaywrights] : [installPlaywrights]
  for (const install of tries) {
    const { code, output } = await install()
    const now = code === 0 ? await findChromium() : undefined
    if (now) return now
    console.log(output.trim())
  }
  return undefined
}

const installPlaywrights = () => run(tool('@playwright/test/cli.js', 'install', 'chromium'))

async function installFromDebian() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run(['apt-get', 'update'], env)
  if (updated.code !== 0) return updated
  /** @param {string} name */
  const install = (name) => run(['apt-get', 'install', '-y', '--no-install-recommends', name, ...fonts], env)
  const shell = await install('chromium-headless-shell') // releases before the twelfth have none
  return shell.code === 0 ? shell : install('chromium')
}
