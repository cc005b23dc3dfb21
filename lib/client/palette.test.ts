import { expect, test } from 'vitest'
import { onOpenPalette, openPalette } from './palette'

test('a palette that is asked for before the page has it opens once, as soon as it does', () => {
  let opened = 0
  const open = () => {
    opened += 1
  }
  openPalette()
  const takeBack = onOpenPalette(open)
  expect(opened).toBe(1)
  takeBack()
  const takeBackAgain = onOpenPalette(open)
  expect(opened).toBe(1)
  openPalette()
  expect(opened).toBe(2)
  takeBackAgain()
})
