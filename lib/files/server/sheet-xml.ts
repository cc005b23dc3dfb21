import 'server-only'
import type { CellKind } from '../columns'

// The parts of a workbook (ECMA-376) that change from file to file: cells.

/** A spreadsheet's number holds 15 significant digits; a longer amount stands as text, so that no digit of it is lost. */
const maxDigits = 15
export const maxDecimals = 8
const longestCell = 32_767 // of a spreadsheet
export const styles = { plain: 0, head: 1, time: 2, longAmount: 3, amount: 4 } // from `amount` on, by fraction digits

export function isExactInSheet(amount: string): boolean {
  const [, whole = '', decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const significant = (whole + decimals).replace(/^0+/, '').length
  return whole !== '' && significant <= maxDigits && decimals.length <= maxDecimals
}

/** One row of cells; `at` counts from 1. */
export function sheetRow(at: number, cells: readonly (string | null)[], kinds: readonly CellKind[]): string {
  const written = cells.map((cell, column) =>
    cell === null || cell === '' ? '' : sheetCell(`${letters(column)}${at}`, cell, kinds[column]),
  )
  return `<row r="${at}">${written.join('')}</row>`
}

export const headRow = (words: readonly string[]) =>
  `<row r="1">${words.map((each, column) => textCell(`${letters(column)}1`, each, styles.head)).join('')}</row>`

function sheetCell(place: string, value: string, kind: CellKind | undefined): string {
  if (kind === 'amount' && isExactInSheet(value))
    return `<c r="${place}" s="${styles.amount + (value.split('.')[1]?.length ?? 0)}"><v>${value}</v></c>`
  if (kind === 'amount') return textCell(place, value, styles.longAmount)
  if (kind === 'count' && /^\d{1,15}$/.test(value)) return `<c r="${place}"><v>${value}</v></c>`
  const serial = kind === 'time' ? serialOf(value) : null
  return serial === null ? textCell(place, value, styles.plain) : `<c r="${place}" s="${styles.time}"><v>${serial}</v></c>`
}

/** Days since the eve of 1900 as spreadsheets count them, of `YYYY-MM-DD HH:MM:SS`; null where it is not that, or before they count right. */
function serialOf(wall: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(wall) || wall < '1900-03-01') return null
  const seconds = (Date.parse(`${wall.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 1000
  return Number.isNaN(seconds) ? null : String(seconds / 86_400)
}

function textCell(place: string, value: string, style: number): string {
  const text = value.length > longestCell ? `${value.slice(0, longestCell - 1)}…` : value
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** XML holds no control characters, and `_x0041_` in a sheet would be read as a letter: both are written as a sheet escapes them. */
function xmlText(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, escaped)
    .replace(/[&<>]/g, (sign) => entities.get(sign) ?? sign)
}

const escaped = (letter: string) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** `A`, `Z`, `AA` of a column from 0. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}
