import { posix } from 'node:path'
import { allWords } from '@/lib/operations/words'
import { circles, Modules } from './modules'

const smallLines = 40

/** The structure of the program in figures; each is named after what it counts, and fewer is better. */
export function figures(modules = new Modules()) {
  const { files } = modules
  const lib = files.filter((path) => path.startsWith('lib/'))
  const importers = importersIn(modules)
  const small = files.filter((path) => {
    const [only, another] = importers.get(path) ?? []
    const isBeside = only !== undefined && another === undefined && posix.dirname(only) === posix.dirname(path)
    return isBeside && !path.startsWith('app/') && modules.lines(path) <= smallLines
  })
  const unused = files.filter((path) => isProduct(path) && !path.startsWith('app/') && !importers.has(path))
  return {
    looseInLib: lib.filter((path) => posix.dirname(path) === 'lib').length,
    foldersOfLibInCircles: circles(arrowsBetween(modules, lib, folderOf)).flat().length,
    filesInCircles: circles(valueArrows(modules)).flat().length,
    smallFilesWithOneImporterBeside: small.length,
    filesImportedByNobody: unused.filter((path) => !modules.text(path).includes('import.meta')).length,
    modulesOfAQueryRoute: largestRoute(modules, 'serveQuery'),
    modulesOfACommandRoute: largestRoute(modules, 'serveCommand'),
    filesThatKnowACommand: Math.max(...allWords.map(([name, { verbs }]) => knowing(modules, name, Object.keys(verbs)).length)),
    castsOfParsedJson: count(modules, /JSON\.parse\([^\n]*\) as /g),
    addressesOutsideRoutes: count(modules, /['"`]\/api\/desk/g),
    spreadsOfLiterals: count(modules, /\.\.\.\{/g),
    filesThatReadTheEnvironment: files.filter((path) => isOurs(path) && /process\.env\b/.test(modules.text(path))).length,
    untypedScriptLines: sum(
      files.filter((path) => /^scripts\/.*\.mjs$/.test(path) && !modules.text(path).includes('@ts-check')),
      (path) => modules.lines(path),
    ),
  }
}

const isProduct = (path: string) => /^(app|components|lib)\//.test(path)
const isOurs = (path: string) => isProduct(path) || !path.includes('/')
const folderOf = (path: string) => posix.dirname(path).split('/').slice(0, 3).join('/')
const sum = <T>(list: T[], of: (item: T) => number) => list.reduce((total, item) => total + of(item), 0)
const count = (modules: Modules, pattern: RegExp) =>
  sum(modules.files.filter(isOurs), (path) => modules.text(path).match(pattern)?.length ?? 0)

function importersIn(modules: Modules): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const path of modules.files)
    for (const { to } of modules.importsOf(path)) importers.set(to, (importers.get(to) ?? new Set()).add(path))
  return importers
}

/** An arrow from one folder to another for each import across them, of types too. */
function arrowsBetween(modules: Modules, files: string[], nameOf: (path: string) => string): [string, string][] {
  const pairs = files.flatMap((path) => modules.importsOf(path).map(({ to }): [string, string] => [nameOf(path), nameOf(to)]))
  return pairs.filter(([from, to]) => from !== to && to.startsWith('lib'))
}

const valueArrows = (modules: Modules) =>
  modules.files.flatMap((path) =>
    modules.importsOf(path).flatMap(({ to, value, lazy }): [string, string][] => (value && !lazy ? [[path, to]] : [])),
  )

/** Of a path that answers a query and a command, each handler loads what its own line names. */
function largestRoute(modules: Modules, serve: 'serveQuery' | 'serveCommand'): number {
  const routes = modules.files.filter((path) => /^app\/api\/v\d\/.*route\.ts$/.test(path))
  const sizes = routes.flatMap((path) =>
    [...modules.text(path).matchAll(/^export const \w+ = (\w+)\(([\w, ]+)\)$/gm)].flatMap(([, served = '', given = '']) => {
      const named = [served, ...given.split(', ')]
      const own = modules.importsOf(path).filter(({ names }) => names.some((name) => named.includes(name)))
      return served === serve ? [1 + new Set(own.flatMap(({ to }) => [...modules.closure(to)])).size] : []
    }),
  )
  return Math.max(...sizes)
}

/** Files that know a command by its name or a verb of it; where it is only imported, served or an entry of a list, nothing is known of it. */
function knowing(modules: Modules, name: string, verbs: string[]): string[] {
  return modules.files.filter(isProduct).filter((path) => {
    const lines = modules
      .text(path)
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*|import |export \{|\} from )/.test(line))
    return lines.some((line) => knows(line, name, /./) || verbs.some((verb) => knows(line, verb, namedIn(verb))))
  })
}

/** A verb is a word of its own only where it is a text or a key. */
const namedIn = (verb: string) => new RegExp(`['"\`.]${verb}\\b|\\b${verb}:`)

const knows = (line: string, word: string, as: RegExp) =>
  new RegExp(`\\b${word}\\b`).test(line) &&
  as.test(line) &&
  !new RegExp(`^\\s*${word}(: \\w+)?,?$`).test(line) &&
  !new RegExp(`['"/.-]${word}[-/]`).test(line)
