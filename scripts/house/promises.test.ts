import { expect, test } from 'vitest'
import { sourceFiles, textOf } from './modules'

// What is promised when things go wrong, or somebody wants them to. Each is kept by tests that bear its number in their names: search for it.
const promises = {
  F01: 'a read that is never answered ends at its total limit, after at most three deliveries',
  F02: 'a command that is never answered is unconfirmed after one delivery',
  F03: 'a late answer settles an unconfirmed command by itself',
  F04: 'a reset in the middle of a body is repeated for a read, and then told',
  F07: 'a body that comes byte by byte ends at the total limit',
  F08: 'a 500 with a page leaves a command unconfirmed and is never shown',
  F09: 'a page or nonsense in a success leaves a command unconfirmed',
  F10: 'another shape names its place, and one bad order leaves the others',
  F12: 'a body where none is due is done all the same',
  F14: 'keys that are refused sign nobody out, and a wrong clock is named',
  F15: 'a certificate that is not trusted stops everything before it is sent',
  F16: 'a name that is not found means that nothing was sent',
  F17: 'a closed port, or one that never answers, means that nothing was sent',
  F18: 'without a database nothing is sent, and reading goes on',
  F19: 'an outcome that a full disk cannot take is kept and written later',
  F20: 'a kill between intent and sending leaves it unconfirmed, and sends nothing',
  F21: 'a kill before the outcome leaves it unconfirmed after one delivery',
  F22: 'one action id is one delivery, whoever clicks how often',
  F23: 'two people on one thing go one after the other',
  F24: 'the end of a session loses neither draft nor action id',
  F25: 'an account that is disabled has no session on its next request',
  F26: 'a clock that jumps revives no session and is named',
  F27: 'fifty thousand orders are read piece by piece, and leaving ends it',
  F28: 'an answer that is too large, or packed, is cut off',
  F29: 'a request that is too large is refused unread',
  F32: 'a value nobody documented is shown as it came',
  F33: 'a field that is missing or odd leaves its row readable',
  F38: 'a bad line for long brings no unhandled rejection, and memory stays flat',
  A01: 'without a session there is nothing',
  A02: 'nor is there for a request that pretends to be the hook’s own',
  A03: 'nor for the framework’s own ways of asking for pages',
  A06: 'a role that lacks a right is refused by every handler, and the journal says so',
  A07: 'nobody’s data leaves the server in clear without being asked for',
  A08: 'a cookie that is not of a session of ours lets nobody in',
  A09: 'a session ends at once',
  A10: 'a session ends when it is left alone, and at the end of its day',
  A11: 'a wrong environment stops the start with all that is wrong',
  A13: 'nobody is sent away from the dashboard after the sign-in',
  A16: 'wrong passwords are slowed down, and say nothing of who exists',
  A17: 'a password is taken as it is, and one of a megabyte is refused unread',
  A18: 'a form of another site changes nothing',
  A19: 'what changes something comes from a page of ours',
  A21: 'a body is JSON and says so',
  A23: 'an id that is not one goes nowhere',
  A24: 'a key that is not known is refused by its name',
  A25: 'another merchant account is named as the fault',
  A26: 'a redirect is never followed',
  A28: 'an address is that of the socket, and a typed one is an address',
  A29: 'what people write cannot break a line of the record',
  A30: 'a buyer is sent back to a shop of ours or nowhere',
  A32: 'a hostile text is shown as a text',
  A34: 'a spreadsheet runs nothing of ours',
  A37: 'a discount is a number from 0.01 to 99.99',
  A38: 'reasons, comments and days keep to their rules, and today is asked about again',
  A40: 'a planted secret is found nowhere',
  A41: 'every kind of answer has its headers and scores 130 and more',
  A42: 'a page is blank in a frame of another origin',
  A44: 'another protocol and another host are refused',
  A46: 'damage to the journal is named',
}

const tests = sourceFiles()
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.endsWith('promises.test.ts'))
  .map(textOf)
  .join('\n')

test.each(Object.entries(promises))('%s is kept by a test: %s', (id) => {
  expect(tests).toMatch(new RegExp(`\\b${id}\\b`))
})
