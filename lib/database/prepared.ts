import 'server-only'
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'
import { connectionInTransaction } from './open'
import type { Tables } from './schema'

class Gap {
  constructor(readonly name: string) {}
}

type Made<Row> = { names: string[]; compiled: CompiledQuery<Row> }

/**
 * A statement that is built and compiled once for each engine and after that only given its values; building costs more than running.
 * Every value of `given` must go into the statement as a value: what it says may not depend on them, only on which there are.
 */
export function prepared<Input extends Record<string, unknown>, Row>(
  build: (store: Kysely<Tables>, given: Input) => Compilable<Row>,
) {
  const made = new WeakMap<object, Made<Row>[]>()

  function compiledFor(store: Kysely<Tables>, given: Input): CompiledQuery<Row> {
    const { adapter } = store.getExecutor()
    const shapes = made.get(adapter) ?? []
    made.set(adapter, shapes)
    const known = shapes.find(({ names }) => isNamed(given, names))
    if (known) return known.compiled
    const names = Object.keys(given)
    const gaps = Object.fromEntries(names.map((name) => [name, new Gap(name)]))
    const compiled = build(store, gaps as Input).compile()
    shapes.push({ names, compiled })
    return compiled
  }

  return (store: Kysely<Tables>, given: Input): Promise<QueryResult<Row>> => {
    const { query, queryId, sql, parameters: places } = compiledFor(store, given)
    const parameters = places.map((value) => (value instanceof Gap ? given[value.name] : value))
    const filled = { query, queryId, sql, parameters }
    // Within a transaction the embedded connection is this one's, and the way to it through the store costs as much as the statement.
    // Whoever holds a transaction awaits each statement before it ends: the store would refuse a later one, this does not.
    const direct = store.isTransaction ? connectionInTransaction(store) : null
    return direct ? direct.executeQuery(filled) : store.executeQuery(filled)
  }
}

/** Asked for each statement that runs, so nothing is made for it. */
function isNamed(given: object, names: string[]): boolean {
  let at = 0
  for (const name in given) if (name !== names[at++]) return false
  return at === names.length
}
