import 'server-only'
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'
import { connectionInTransaction } from './is-served'
import type { Tables } from './schema'

class Gap {
  constructor(readonly name: string) {}
}

/**
 * A statement that is built and compiled once for each engine and after that only given its values; building costs more than running.
 * Every value of `given` must go into the statement as a value: what it says may not depend on them, only on which there are.
 */
export function prepared<Given extends Record<string, unknown>, Row>(
  build: (store: Kysely<Tables>, given: Given) => Compilable<Row>,
) {
  const made = new WeakMap<object, Map<string, CompiledQuery<Row>>>()

  function compiledFor(store: Kysely<Tables>, names: string[]): CompiledQuery<Row> {
    const { adapter } = store.getExecutor()
    const shapes = made.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    made.set(adapter, shapes)
    const shape = names.join()
    const known = shapes.get(shape)
    if (known) return known
    const gaps = Object.fromEntries(names.map((name) => [name, new Gap(name)]))
    const compiled = build(store, gaps as Given).compile()
    shapes.set(shape, compiled)
    return compiled
  }

  return (store: Kysely<Tables>, given: Given): Promise<QueryResult<Row>> => {
    const compiled = compiledFor(store, Object.keys(given))
    const parameters = compiled.parameters.map((value) => (value instanceof Gap ? given[value.name] : value))
    const query = { ...compiled, parameters }
    // Within a transaction the embedded connection is this one's, and the way to it through the store costs as much as the statement.
    // Whoever holds a transaction awaits each statement before it ends: the store would refuse a later one, this does not.
    const direct = store.isTransaction ? connectionInTransaction(store) : null
    return direct ? direct.executeQuery(query) : store.executeQuery(query)
  }
}
