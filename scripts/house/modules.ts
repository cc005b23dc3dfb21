import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'

/**
 * An import of one file by another. `names` are those it is known by there, `value` is false where only types are taken, `lazy` true where
 * it is loaded on demand.
 */
export type Import = { to: string; names: string[]; value: boolean; lazy: boolean }

const endings = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']
const statement = /^(?:import|export)\s+(type\s+)?([^'"`;]*?)\s*from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm
const lazily = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const isCode = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path) && !path.endsWith('.d.ts')
const isTest = (path: string) => /\.(test|spec)\.tsx?$|-for-tests\.tsx?$|(^|\/)testing\//.test(path)

/** The program's own files, tests aside, and who imports whom, read from their import lines. */
export class Modules {
  readonly files: string[]
  private readonly texts: Map<string, string>
  private readonly imports: Map<string, Import[]>

  constructor() {
    const inPlace = (path: string) => /^((app|components|lib|scripts|standin|bench)\/|[^/]+$)/.test(path)
    this.files = sourceFiles().filter((path) => inPlace(path) && isCode(path) && !isTest(path))
    this.texts = new Map(this.files.map((path) => [path, textOf(path)]))
    this.imports = new Map(this.files.map((path) => [path, this.read(path)]))
  }

  text(path: string): string {
    return this.texts.get(path) ?? ''
  }

  importsOf(path: string): Import[] {
    return this.imports.get(path) ?? []
  }

  lines(path: string): number {
    return this.text(path).trimEnd().split('\n').length
  }

  /** Everything that is loaded with a file: imports of values, whatever their depth, but not what is loaded on demand. */
  closure(start: string): Set<string> {
    const seen = new Set([start])
    for (const path of seen) for (const { to, value, lazy } of this.importsOf(path)) if (value && !lazy) seen.add(to)
    return seen
  }

  private read(path: string): Import[] {
    const source = this.text(path)
    const plain = [...source.matchAll(statement)].map(([, type, names = '', from, alone]) => ({
      to: this.resolved(path, from ?? alone ?? ''),
      names: names.match(/\w+(?=\s*[,}])/g) ?? [],
      value: !type && !takesOnlyTypes(names),
      lazy: false,
    }))
    const lazy = [...source.matchAll(lazily)].map(([, from = '']) => ({
      to: this.resolved(path, from),
      names: [],
      value: true,
      lazy: true,
    }))
    return [...plain, ...lazy].flatMap(({ to, ...how }) => (to === null || to === path ? [] : [{ to, ...how }]))
  }

  private resolved(from: string, name: string): string | null {
    if (!name.startsWith('@/') && !name.startsWith('.')) return null
    const base = name.startsWith('@/') ? name.slice(2) : posix.join(posix.dirname(from), name)
    return endings.map((ending) => base + ending).find((path) => this.texts.has(path)) ?? null
  }
}

function takesOnlyTypes(names: string): boolean {
  const braces = names.match(/^\{([\s\S]*)\}$/)?.[1]
  return braces?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}

/** Nodes that reach each other: the strongly connected parts of more than one node (Tarjan), largest first. */
export function circles(edges: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, string[]>()
  for (const [from, to] of edges) {
    next.set(from, [...(next.get(from) ?? []), to])
    if (!next.has(to)) next.set(to, [])
  }
  const search = new Search(next)
  for (const node of next.keys()) search.from(node)
  return search.found.sort((a, b) => b.length - a.length)
}

class Search {
  readonly found: string[][] = []
  private readonly order = new Map<string, number>()
  private readonly low = new Map<string, number>()
  private readonly stack: string[] = []

  constructor(private readonly next: ReadonlyMap<string, readonly string[]>) {}

  from(node: string): void {
    if (this.order.has(node)) return
    this.order.set(node, this.order.size)
    this.low.set(node, this.order.size - 1)
    this.stack.push(node)
    for (const to of this.next.get(node) ?? []) {
      this.from(to)
      if (this.stack.includes(to)) this.low.set(node, Math.min(this.lowOf(node), this.lowOf(to)))
    }
    if (this.lowOf(node) !== this.order.get(node)) return
    const part = this.stack.splice(this.stack.indexOf(node))
    if (part.length > 1) this.found.push(part.sort())
  }

  private lowOf(node: string): number {
    return this.low.get(node) ?? Number.POSITIVE_INFINITY
  }
}

const root = resolve(import.meta.dirname, '../..')

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
