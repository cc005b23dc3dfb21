import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

const notOurs = new Set(['node_modules', '.git', '.next', '.data', '.cache', 'screenshots', 'test-results', 'playwright-report'])
const generated = new Set(['package-lock.json', 'next-env.d.ts', 'tsconfig.tsbuildinfo', 'LICENSE'])
const text = /\.(tsx?|mjs|css|json|md|svg|example)$|\/run$/

/** Every text file of the project that somebody writes, by its path from the root. */
export function sourceFiles(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : sourceFiles(path)
    return text.test(path) && !generated.has(entry.name) ? [relative(root, path)] : []
  })
}

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
