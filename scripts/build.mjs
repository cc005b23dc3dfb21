// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tool } from './child.mjs'

const built = ['app', 'components', 'lib', 'public']
const alone = [
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tailwind.config.ts',
  'tsconfig.json',
]
const note = join(root, '.next/sources.sha256')

/**
 * Builds the dashboard unless the last build is of these very sources.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function buildWhenStale() {
  const digest = digestOfSources()
  const fresh = existsSync(join(root, '.next/BUILD_ID')) && existsSync(note) && readFileSync(note, 'utf8') === digest
  if (fresh) return { code: 0, output: 'The build is up to date.' }
  console.log('Building the dashboard…')
  const ended = await run(tool('next/dist/bin/next', 'build'), { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
  if (ended.code === 0) writeFileSync(note, digest)
  return ended
}

function digestOfSources() {
  const hash = createHash('sha256')
  for (const file of [...built.flatMap(filesIn), ...alone]) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(`${file}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesIn(path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
}
