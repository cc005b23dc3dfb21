import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parsed } from './json'

const pair = z.object({ seq: z.number() })

it('what a text from outside holds is what the schema reads of it', () => {
  expect(parsed(pair, '{"seq":7,"more":true}')).toEqual({ seq: 7 })
})

it.each(['{"seq":"7"}', '[]', 'null', '{"seq":7', ''])('a text from outside such as %j holds nothing', (text) => {
  expect(parsed(pair, text)).toBeNull()
})
