// @ts-check
import { buildWhenStale } from './build.mjs'
import { stopAll } from './child.mjs'
import { requireChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { requireNginx } from './machines/nginx.mjs'
import { browser, chaos, lint, step, summary, types, unit, unused } from './steps.mjs'

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await stopAll()
    process.exit(1)
  })
}

async function build() {
  const { code, output } = await buildWhenStale()
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

/** @param {string} output */
const failedWith = (output) => ({ passed: 0, failed: 1, output })

await install()
const results = [await step('lint', lint), await step('types', types), await step('unused', unused), await step('unit', unit)]

const built = await step('build', build)
results.push(built)
results.push(
  await step('browser', async () => {
    if (built.failed > 0) return failedWith('The browser tests need a build.')
    if (!(await requireChromium())) return failedWith('The browser tests need Chromium. Install one and run npm test again.')
    if (!requireNginx()) return failedWith('The browser tests need nginx. Install it and run npm test again.')
    return browser()
  }),
)
results.push(await step('chaos', async () => (built.failed > 0 ? failedWith('The fault checker needs a build.') : chaos())))

const { passed, failed } = summary(results)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed`)
