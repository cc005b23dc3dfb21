import { expect, it } from 'vitest'
import { actionLike, openAction } from './action-for-tests'
import { changeWords } from './change-words'
import { targetWords } from './target-words'

it('says what changed, and leaves out what stays', () => {
  expect(changeWords(actionLike())).toBe('On → Off')
})

it('puts a question mark where nobody knows, until it is settled', () => {
  expect(changeWords(openAction())).toBe('On → Off?')
  expect(changeWords(openAction({ settledAs: 'happened' }))).toBe('On → Off')
})

it('says nothing where nothing was foretold', () => {
  expect(changeWords(actionLike({ effect: null }))).toBeNull()
})

it.each([
  ['token:1177420', 'token 1177420'],
  ['subscription:3ab9ff0c-a838-4084-83f1-97edc016c350', 'subscription …c350'],
  ['email:5d41402abc4b2a76b9719d911017c592', ''],
  ['buyer:31d21526-a9d9-4b2f-ae75-32594eee2787', ''],
])('calls the target %s %j', (target, words) => {
  expect(targetWords(target)).toBe(words)
})
