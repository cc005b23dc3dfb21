import { holdsCardNumber } from '@/lib/core/card-number'

// How rows are given. Here, because pages need it without the schemas of plan.ts.

export const maxRows = 10_000
/** Rows are given in chunks of so many; each but the last is full. */
export const chunkRows = 250
/** So many rows of a list are taken by their keys; more go as the whole list. */
export const maxMarked = 500

/** What an incident can be about: a subscription, or a token, which only its buyer makes known. */
export type TargetKind = 'subscription' | 'token'

/** A target as it's sent: a subscription with or without its buyer, or a token with the buyer whose it is. */
export type GivenRow =
  | { subscriptionId: string; buyerId?: string | null | undefined; note?: string | null | undefined }
  | { chargeMethodTokenId: number; buyerId: string; note?: string | null | undefined }

/** One target as it was given. `line` is its line in the text, from 1. `target` is a subscription id, or a token's number as text. */
export type PastedRow = { line: number; target: string; buyerId: string | null; note: string | null }

/** What of a text is no target: its line, its words, and what to do. */
export type PastedFault = { line: number; text: string; why: string }

/** A text as it was read: every id in it, in its order. `twice` is how many of them stand in it before; the preview folds and counts them. */
export type Pasted = {
  rows: PastedRow[]
  twice: number
  faults: PastedFault[]
  /** Columns of a table that nothing is made of. */
  unused: string[]
}

/** With nothing on either side that would make it another word: an id with a sign too many is none. */
const uuid =
  /(?<![\p{L}\p{N}_@-]|[\p{L}\p{N}]\.)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}\p{M}_@-]|\.[\p{L}\p{N}])/giu
const isUuid = (text: string) => new RegExp(`^${uuid.source}$`, 'iu').test(text)
const separators = /[\s,;|"'<>()[\]{}]+/
const columns = ['subscriptionId', 'chargeMethodTokenId', 'buyerId', 'note'] as const
type Column = (typeof columns)[number]

/** Reads ids that are separated by anything, or a table whose first line names its columns. Nothing of it is left out without a fault. */
export function readPasted(given: string, kind: TargetKind): Pasted {
  const text = given.replace(/^\uFEFF?sep=.(?=\r|\n)/i, '') // spreadsheets begin with the sign between their cells
  const head = tableRows(text.trimStart().slice(0, 16_384))[0]
  const read = head && namedIn(head.cells, kind) ? fromTable(text, kind) : fromText(text, kind)
  const ids = read.rows.map(({ target, buyerId }) => (kind === 'token' ? `${target} ${buyerId}` : target))
  return { ...read, twice: ids.length - new Set(ids).size }
}

function fromText(text: string, kind: TargetKind): Omit<Pasted, 'twice'> {
  const rows: PastedRow[] = []
  const faults: PastedFault[] = []
  text.split(/\r\n|\n|\r/).forEach((words, at) => {
    const line = at + 1
    const ids = words.match(uuid) ?? []
    const others = words
      .replace(uuid, ' ')
      .split(separators)
      .filter((each) => /[\p{L}\p{N}]/u.test(each))
    if (kind === 'subscription') {
      rows.push(...ids.map((id) => ({ line, target: id.toLowerCase(), buyerId: null, note: null })))
      faults.push(...others.map((each) => ({ line, text: each.slice(0, 60), why: 'This isn’t a subscription id.' })))
      return
    }
    const [buyerId, ...more] = ids
    const [token, ...rest] = others
    if (buyerId === undefined && token === undefined) return
    if (buyerId !== undefined && token !== undefined && more.length + rest.length === 0 && isToken(token))
      rows.push({ line, target: plainToken(token), buyerId: buyerId.toLowerCase(), note: null })
    else faults.push({ line, text: words.trim().slice(0, 60), why: 'Enter a buyer id and a token id in each line.' })
  })
  return { rows, faults, unused: [] }
}

const isToken = (text: string) => /^\d{1,15}$/.test(text)
const plainToken = (token: string) => token.replace(/^0+(?=\d)/, '')

function fromTable(text: string, kind: TargetKind): Omit<Pasted, 'twice'> {
  const [head, ...body] = tableRows(text).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const places = new Map<Column, number>()
  const unused: string[] = []
  head?.cells.forEach((cell, place) => {
    const name = columnOf(cell)
    const isUsed = name !== undefined && name !== (kind === 'token' ? 'subscriptionId' : 'chargeMethodTokenId')
    if (isUsed && !places.has(name)) places.set(name, place)
    else if (cell !== '') unused.push(cell.slice(0, 60))
  })
  const rows: PastedRow[] = []
  const faults: PastedFault[] = []
  for (const { line, cells } of body) {
    const cell = (name: Column) => cells[places.get(name) ?? -1] ?? ''
    const target = cell(kind === 'token' ? 'chargeMethodTokenId' : 'subscriptionId').replace(/^'/, '')
    const buyerId = cell('buyerId').replace(/^'/, '')
    const why =
      faultOfLine(cells, head?.cells ?? []) ?? faultOf(kind, target, buyerId) ?? faultOfNote(plainNote(cell('note')) ?? '')
    if (why !== null) faults.push({ line, text: cells.join(', ').slice(0, 60), why })
    else
      rows.push({
        line,
        target: kind === 'token' ? plainToken(target) : target.toLowerCase(),
        buyerId: buyerId === '' ? null : buyerId.toLowerCase(),
        note: plainNote(cell('note')),
      })
  }
  return { rows, faults, unused }
}

const maxNote = 80
const plainNote = (text: string): string | null => text.replace(/\s+/g, ' ').trim() || null

const faultOfLine = (cells: readonly string[], head: readonly string[]): string | null =>
  cells.slice(head.length).some((cell) => cell !== '') ? 'The line has more cells than the header.' : null

function faultOfNote(note: string): string | null {
  if ([...note].length > maxNote) return 'The note is too long.'
  return holdsCardNumber(note) ? 'The note has a card number. Use its last four digits only.' : null
}

function faultOf(kind: TargetKind, target: string, buyerId: string): string | null {
  if (buyerId !== '' && !isUuid(buyerId)) return 'The buyer id isn’t an id.'
  if (kind === 'token') {
    if (buyerId === '') return 'A token needs its buyer id.'
    return isToken(target) ? null : 'The token id isn’t a number.'
  }
  return isUuid(target) ? null : 'The subscription id isn’t an id.'
}

/** `Subscription ID` and `subscription_id` are the column as well, and `subscription`, as the file of an incident's results calls it. */
function columnOf(cell: string): Column | undefined {
  const plain = cell.toLowerCase().replace(/[^a-z]/g, '')
  return columns.find((name) => plain === name.toLowerCase() || (plain !== '' && plain === inResults[name]))
}

const inResults: Partial<Record<Column, string>> = {
  subscriptionId: 'subscription',
  chargeMethodTokenId: 'token',
  buyerId: 'buyer',
}

/** Whether a line names the columns that a target needs. */
function namedIn(cells: readonly string[], kind: TargetKind): boolean {
  const named = cells.map(columnOf)
  const columns: Column[] = kind === 'token' ? ['chargeMethodTokenId', 'buyerId'] : ['subscriptionId']
  return columns.every((name) => named.includes(name))
}

/** No note of several lines has an id: it's one that a stray quote took in. */
const holdsUuid = (text: string) => text.search(uuid) !== -1
const endsCell = (next: string | undefined, mark: string) => next === undefined || next === mark || /\s/.test(next)

/**
 * The rows of a comma, semicolon or tab separated text, with the line on which each begins. A quote that isn't closed at the end of
 * its cell is a sign like any other, and so are those after it: it would take in what follows.
 */
function tableRows(text: string, quotesUntil = Number.POSITIVE_INFINITY): { line: number; cells: string[] }[] {
  const whole = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const first = whole.trimStart().split('\n', 1)[0] ?? ''
  const mark = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let cell = ''
  let line = 1
  let begins = 1
  let isQuoted = false
  let quotedAt = 0
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push({ line: begins, cells })
    cells = []
    begins = line + 1
  }
  for (let at = 0; at < whole.length; at += 1) {
    const sign = whole[at] ?? ''
    if (isQuoted) {
      if (sign === '"' && whole[at + 1] === '"') at += 1
      else if (sign === '"') {
        const isCell = endsCell(whole[at + 1], mark) && !(cell.includes('\n') && holdsUuid(cell))
        if (!isCell) return tableRows(text, quotedAt)
        isQuoted = false
      }
      if (sign !== '"' || isQuoted) cell += sign
      if (sign === '\n') line += 1
    } else if (sign === '"' && cell.trim() === '' && at < quotesUntil) {
      isQuoted = true
      quotedAt = at
    } else if (sign === mark) endCell()
    else if (sign === '\n') {
      endRow()
      line += 1
      begins = line
    } else cell += sign
  }
  if (isQuoted) return tableRows(text, quotedAt)
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}
