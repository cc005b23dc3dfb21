import { expect, it } from 'vitest'
import { likelyEmail } from './mistyped-email'

it.each([
  ['rowan@gmial.con', 'rowan@gmail.com'],
  ['rowan@gmial.com', 'rowan@gmail.com'],
  ['rowan@gmail.con', 'rowan@gmail.com'],
  ['rowan@gmail.co', 'rowan@gmail.com'],
  ['rowan@gmai.com', 'rowan@gmail.com'],
  ['Rowan.P+1@GMAIL.CON', 'Rowan.P+1@gmail.com'],
  ['rowan@hotmial.com', 'rowan@hotmail.com'],
  ['rowan@hotmai.com', 'rowan@hotmail.com'],
  ['rowan@hotmail.cmo', 'rowan@hotmail.com'],
  ['rowan@yaho.co', 'rowan@yahoo.com'],
  ['rowan@yahoo.co', 'rowan@yahoo.com'],
  ['rowan@yahooo.com', 'rowan@yahoo.com'],
  ['rowan@yaho.co.uk', 'rowan@yahoo.co.uk'],
  ['rowan@outlok.com', 'rowan@outlook.com'],
  ['rowan@iclould.com', 'rowan@icloud.com'],
  ['rowan@gmailcom', 'rowan@gmail.com'],
  ['rowan@gmail,com', 'rowan@gmail.com'],
  ['rowan@gmail..com', 'rowan@gmail.com'],
  ['rowan@gmail.com.', 'rowan@gmail.com'],
  ['rowan@examplecom', 'rowan@example.com'],
  ['rowan@shop.example.con', 'rowan@shop.example.com'],
  ['rowan@example.ogr', 'rowan@example.org'],
])('%s is asked about: %s', (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant)
})

it.each([
  'rowan@gmail.com',
  'rowan@GMAIL.com',
  'rowan@ymail.com',
  'rowan@mail.com',
  'rowan@email.com',
  'rowan@gmx.net',
  'rowan@gmx.at',
  'rowan@example.test',
  'rowan@example.co',
  'rowan@telecom.cm',
  'rowan@love.com',
  'rowan@yahoo.co.jp',
  'rowan@yahoo.com.mx',
  'rowan@yahoo.ie',
  'rowan@hotmail.se',
  'rowan@intercom.com',
  'rowan',
  'rowan@',
  '',
])('%o is not', (typed) => {
  expect(likelyEmail(typed)).toBeNull()
})

it('never asks about what it proposed itself', () => {
  for (const typed of ['a@gmial.con', 'a@yaho.co', 'a@examplecom', 'a@hotmial.co']) {
    const meant = likelyEmail(typed)
    expect(meant).not.toBeNull()
    expect(likelyEmail(meant ?? '')).toBeNull()
  }
})
