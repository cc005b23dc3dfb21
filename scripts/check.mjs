import { install } from './install.mjs'
import { lint, step, summary, types, unit } from './steps.mjs'

await install()
const results = [await step('lint', lint), await step('types', types), await step('unit', unit)]
const { passed, failed } = summary(results)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
