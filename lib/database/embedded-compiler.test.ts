import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely'
import { expect, test } from 'vitest'
import { EmbeddedQueryCompiler } from './embedded'
import type { Tables } from './schema'

const store = new Kysely<Tables>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new EmbeddedQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (of) => new SqliteIntrospector(of),
  },
})

const asked = (length: number) =>
  store.selectFrom('throttles').select('key').where('key', 'in', Array(length).fill('a')).compile()

test('a list to look things up in is one value of one statement, whatever its length', () => {
  expect(asked(1_000).parameters).toHaveLength(1)
  expect([asked(0).sql, asked(1_000).sql]).toEqual([asked(2).sql, asked(2).sql])
})

test('a list of one is a value to be equal to', () => {
  expect(asked(1).parameters).toEqual(['a'])
})
