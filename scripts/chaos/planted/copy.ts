import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tool } from '../../child.mjs'
import { plantedFaults } from './faults'
import { type Source, withSwitches } from './switches'

/** Where the dashboard with the switches is built: inside the project, so that it finds what is installed there. */
const folder = join(root, '.cache/planted')
const built = ['app', 'components', 'lib', 'public']
const alone = [
  'instrumentation.ts',
  'next.config.mjs',
  'package.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tailwind.config.ts',
  'tsconfig.json',
]

/** The product's own sources under lib: no tests, and nothing made for them. */
export function productSources(): Source[] {
  const paths = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|-for-tests\.ts$|(^|\/)testing\//.test(path))
    .sort()
    .map((path) => ({ path: `lib/${path}`, text: readFileSync(join(root, 'lib', path), 'utf8') }))
}

/** Builds a copy of the dashboard in which every fault stands behind its switch; resolves to its folder. Throws what the build said. */
export async function builtWithSwitches(): Promise<string> {
  const changed = withSwitches(productSources(), plantedFaults)
  const digest = createHash('sha256')
    .update(JSON.stringify([productSources(), changed]))
    .digest('hex')
  const note = join(folder, 'sources.sha256')
  if (existsSync(note) && readFileSync(note, 'utf8') === digest) return folder
  mkdirSync(folder, { recursive: true })
  for (const name of [...built, ...alone]) rmSync(join(folder, name), { recursive: true, force: true })
  for (const name of [...built, ...alone])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const { path, text } of changed) writeFileSync(join(folder, path), text)
  await requireKnownNames()
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const { code, output } = await run(tool('next/dist/bin/next', 'build'), env, folder)
  if (code !== 0) throw new Error(`The dashboard with the planted faults couldn’t be built:\n${output}`)
  writeFileSync(note, digest)
  return folder
}

/**
 * Throws where a fault speaks of a name that its function no longer has: the build takes no offence at that, and the fault would end
 * every request with an error instead of doing what it is there for.
 */
async function requireKnownNames(): Promise<void> {
  const { output } = await run(tool('typescript/bin/tsc', '--noEmit', '--pretty', 'false'), {}, folder)
  const unknown = output.split('\n').filter((line) => /error TS(2304|2552|18004): /.test(line))
  if (unknown.length > 0) throw new Error(`A planted fault speaks of a name that isn’t there any more:\n${unknown.join('\n')}`)
}
