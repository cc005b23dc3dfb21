import { describe, expect, it } from 'vitest'
import { parsedJson } from './json'

describe('JSON', () => {
  it.each([
    '{}',
    '[]',
    '"a:b"',
    'null',
    '7',
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"a":":","b":"\\":\\"","c\\\\":":\\\\"}',
    '{"__proto__":1,"constructor":2,"a\\u0022:":3}',
    ' { "a" : 1 , "b" : [ true , null ] } ',
  ])('%s is read as ever', (text) => expect(parsedJson(text)).toEqual(JSON.parse(text)))

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{"c":1,"c":2}}',
    '[{"a":[{"b":1,"b":2}]}]',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"1":1,"1":2}',
    '{"":1,"":2}',
  ])('%s names a key twice and is none', (text) => expect(() => parsedJson(text)).toThrow(SyntaxError))

  it.each(['', '{', '{"a":1,}', '\u0001'])('%j is none', (text) => expect(() => parsedJson(text)).toThrow(SyntaxError))

  it('is read however deep it is', () => {
    const deep = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`
    expect(() => parsedJson(deep)).not.toThrow()
  })
})
