import { beforeEach, describe, expect, it } from 'vitest'
import { Breaker } from './connections'

let now = 0
let breaker: Breaker
beforeEach(() => {
  now = 0
  breaker = new Breaker(() => now)
})

const lose = (times: number, apart = 0) => {
  for (let count = 0; count < times; count += 1) {
    breaker.lost()
    now += apart
  }
}

describe('the breaker opens', () => {
  it('after five lost requests in a row', () => {
    lose(4)
    expect(breaker.isOpen).toBe(false)
    lose(1)
    expect(breaker.isOpen).toBe(true)
  })

  it('after five in a row however slowly they were lost', () => {
    lose(5, 15_000)
    expect(breaker.isOpen).toBe(true)
  })

  it('when half of twenty within thirty seconds were lost', () => {
    for (let count = 0; count < 10; count += 1) {
      breaker.answered()
      now += 1_000
      expect(breaker.isOpen).toBe(false)
      breaker.lost()
    }
    expect(breaker.isOpen).toBe(true)
  })
})

describe('the breaker stays closed', () => {
  it('where one of five was answered', () => {
    lose(4)
    breaker.answered()
    lose(4)
    expect(breaker.isOpen).toBe(false)
  })

  it('where the losses lie further back than thirty seconds', () => {
    for (let count = 0; count < 30; count += 1) {
      breaker.answered()
      breaker.lost()
      now += 4_000
    }
    expect(breaker.isOpen).toBe(false)
  })

  it('where people only leave', () => {
    for (let count = 0; count < 30; count += 1) breaker.abandoned()
    expect([breaker.isOpen, breaker.admits('command')]).toEqual([false, true])
  })
})

describe('the open breaker', () => {
  beforeEach(() => lose(5))

  it('admits nobody for five seconds', () => {
    now += 4_999
    expect([breaker.admits('query'), breaker.admits('command')]).toEqual([false, false])
  })

  it('then lets one read probe, and never a command', () => {
    now += 5_000
    expect([breaker.admits('command'), breaker.admits('query'), breaker.admits('query')]).toEqual([false, true, false])
  })

  it('closes when the probe is answered', () => {
    now += 5_000
    breaker.admits('query')
    breaker.answered()
    expect([breaker.isOpen, breaker.admits('command')]).toEqual([false, true])
    lose(4)
    expect(breaker.isOpen).toBe(false)
  })

  it('rests five seconds more when the probe is lost', () => {
    now += 5_000
    breaker.admits('query')
    breaker.lost()
    now += 4_999
    expect(breaker.admits('query')).toBe(false)
    now += 1
    expect(breaker.admits('query')).toBe(true)
  })

  it('lets another probe where the person with the first one left', () => {
    now += 5_000
    breaker.admits('query')
    breaker.abandoned()
    expect(breaker.admits('query')).toBe(true)
  })
})
