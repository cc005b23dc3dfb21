import { expect, test } from 'vitest'
import { ownPath } from './own-path'

test.each(['/', '/buyers/31d21526-a9d9-4b2f-ae75-32594eee2787', '/?q=0119&ticket=T-1#top', '/settings//x'])(
  '%s is a path of ours',
  (path) => {
    expect(ownPath(path)).toBe(path)
  },
)

test.each([
  undefined,
  null,
  '',
  ['/a', '/b'],
  'buyers',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\/elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  ' /buyers',
])('%j leads to the first page', (value) => {
  expect(ownPath(value)).toBe('/')
})
