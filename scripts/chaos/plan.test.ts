import { expect, test } from 'vitest'
import { optionsFrom } from './options'
import { planOf } from './plan'

const shape = { copies: 2, operations: 200 }

test('a seed is the same plan every time, and another seed another one', () => {
  const drawn = (seed: number) => {
    const { random, ...plan } = planOf(seed, shape)
    return JSON.stringify([plan, Array.from({ length: 5 }, random('person 0'))])
  }
  expect(drawn(7)).toBe(drawn(7))
  expect(new Set(Array.from({ length: 50 }, (_, seed) => drawn(seed))).size).toBe(50)
})

test('two to four people are at work, and some seeds of either copy are cut', () => {
  const plans = Array.from({ length: 300 }, (_, seed) => planOf(seed, shape))
  expect([...new Set(plans.map(({ people }) => people))].toSorted()).toEqual([2, 3, 4])
  const ends = plans.flatMap(({ ends }) => ends)
  expect(new Set(ends.map(({ copy, how, when }) => `${copy} ${how} ${when}`)).size).toBeGreaterThan(4)
  expect(plans.filter(({ ends }) => ends.length === 0).length).toBeGreaterThan(100)
  const kinds = new Set(plans.map(({ burst }) => burst))
  expect(kinds).toEqual(new Set([null, 'swallowed', 'SIGKILL', 'SIGTERM', 'answered']))
})

test('what is asked is read, or refused in a sentence', () => {
  const more = { seed: 1, operations: 200, soak: null }
  expect(optionsFrom(['--seeds', '50'])).toEqual({ seeds: 50, copies: 1, database: 'sqlite', ...more })
  expect(optionsFrom(['--seed', '7', '--copies', '2'])).toEqual({ seeds: 1, copies: 2, database: 'postgres', ...more, seed: 7 })
  expect(optionsFrom(['--soak', '30m', '--rate', '20']).soak).toEqual({ ms: 1_800_000, rate: 20 })
  expect(() => optionsFrom(['--seeds', 'many'])).toThrow('--seeds must be a whole number of at least 1, not "many".')
  expect(() => optionsFrom(['--seeds', '1', '--copies', '2', '--database', 'sqlite'])).toThrow(
    '--copies 2 needs --database postgres',
  )
  expect(() => optionsFrom(['--soak', 'long'])).toThrow('--soak must be a time such as 90s or 30m')
  expect(() => optionsFrom([])).toThrow('Choose how many seeds')
})
