import { describe, expect, it } from 'vitest'
import { passwordError } from './password-error'

const ada = { email: 'ada.okafor@demo.test', name: 'Adaeze Okafor' }
const common = 'This password is too common'
const own = 'Don’t use your name'

describe('a password of one’s own', () => {
  it.each([
    ['short'.padEnd(14, 'x'), 'Use at least 15 characters. You entered 14.'],
    ['p'.repeat(129), 'Use 128 characters or fewer. You entered 129.'],
    ['🔑'.repeat(14), 'Use at least 15 characters. You entered 14.'],
    ['passwordpassword', common],
    ['P4ssw0rd!P4ssw0rd!', common],
    ['123456789012345', common],
    ['1234567890123456', common],
    ['qwertyuiopasdfghjkl', common],
    ['aaaaaaaaaaaaaaaaaaaa', common],
    ['xkcdxkcdxkcdxkcd', common],
    ['correct horse battery staple', common],
    ['Welcome2026!!!!!!', common],
    ['iloveyouiloveyou1', common],
    ['                    ', common],
    ['counterfoil-demo-1', own],
    ['C0unterf0il is mine', own],
    ['adaeze-likes-rivers', own],
    ['ada.okafor@demo.test', own],
    ['Okafor and the river', own],
  ])('%j is not taken', (password, said) => expect(passwordError(password, ada)).toContain(said))

  it.each([
    ['four words', 'lantern moss quarrel tin'],
    ['the least there may be', 'kV9#tleP2xw-qRz'],
    ['the most there may be', 'lantern moss quarrel '.repeat(7).slice(0, 128)],
    ['a space at its end', 'lantern moss quarrel '],
    ['one common word among others', 'a long enough password'],
    ['letters of no alphabet of ours', 'ключ от старого сада'],
  ])('%s will do', (_, password) => expect(passwordError(password, ada)).toBeNull())
})
