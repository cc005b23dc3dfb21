import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lightColours } from './counterfoil-image'

const tokens = readFileSync(new URL('../../../app/tokens.css', import.meta.url), 'utf8')

it.each(Object.entries(lightColours))('the picture’s %s is that of the light theme', (name, colour) => {
  const [, light] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]+),`).exec(tokens) ?? []
  expect(colour).toBe(light)
})
