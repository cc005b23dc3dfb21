// @ts-check
import { readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

// Loaded before a process that the checker starts: its clock is ahead of the machine's by what a file says, in milliseconds. The file
// stands in this module's own address, `clock.mjs?file=…`.

const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const everyMs = 10
const Real = Date
let ahead = 0

function look() {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    ahead = 0 // nobody has moved it yet
  }
}

const now = () => Real.now() + ahead

globalThis.Date = new Proxy(Real, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
  apply: () => new Real(now()).toString(),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
})

// Node writes the date of an answer by a clock of its own.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function dated(...given) {
  if (!this.headersSent) this.setHeader('date', new Date().toUTCString())
  return Reflect.apply(writeHead, this, given)
}

look()
setInterval(look, everyMs).unref()
