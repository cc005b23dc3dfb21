// @ts-check
import { install } from './install.mjs'
import { lint, quickUnit, step, summary, types, unused } from './steps.mjs'

await install()
const results = [
  await step('lint', lint),
  await step('types', types),
  await step('unused', unused),
  await step('unit', quickUnit),
]
const { passed, failed } = summary(results)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
