const signs = '[=+\\-@\\0＝＋－＠]'
// Blanks and quotes before a sign make no difference to some programs.
const formula = new RegExp(`^(?:[\\s"]*${signs}|[\\t\\r\\n])`)
const amount = /^-?\d{1,18}(\.\d+)?$/

/** The separators of other readers. To them what follows one within a cell is a cell of its own, in spite of the quotes around all of it. */
const within = (separators: string) => new RegExp(`(?<=[${separators}])(?=[ "\\p{Zs}]*${signs})`, 'gu')
const inCells = within(';\\t\\r\\n')
const inClipboard = within(',;')

/**
 * RFC 4180 with a byte order mark. What a spreadsheet would take for a formula is prefixed with `'`, whether it splits at commas, semicolons
 * or tabs; amounts stay numbers.
 */
export function csv(rows: readonly (readonly string[])[]): string {
  return csvStart + rows.map(csvRow).join('')
}

/** What a file begins with, so that a spreadsheet reads it as UTF-8. */
export const csvStart = '\uFEFF'

/** One row with its end of line, for a file that is written as it is read. */
export const csvRow = (row: readonly string[]) => `${row.map(cell).join(',')}\r\n`

/** The same as cells between tabs, for a spreadsheet's clipboard, which splits at what its person chose last. */
export function tabbed(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((value) => safe(value.replace(/[\t\r\n]+/g, ' '), inClipboard)).join('\t')).join('\n')
}

function cell(value: string): string {
  const text = safe(value, inCells)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function safe(value: string, inside: RegExp): string {
  if (amount.test(value)) return value
  return `${formula.test(value) ? "'" : ''}${value.replace(inside, "'")}`
}
