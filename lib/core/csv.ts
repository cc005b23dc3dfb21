// Blanks before it make no difference to some programs.
const formula = /^(?:\s*[=+\-@\0＝＋－＠]|[\t\r\n])/
const amount = /^-?\d{1,18}(\.\d+)?$/

/** RFC 4180 with a byte order mark. A cell that a spreadsheet would take for a formula is prefixed with `'`; amounts stay numbers. */
export function csv(rows: readonly (readonly string[])[]): string {
  return csvStart + rows.map(csvRow).join('')
}

/** What a file begins with, so that a spreadsheet reads it as UTF-8. */
export const csvStart = '\uFEFF'

/** One row with its end of line, for a file that is written as it is read. */
export const csvRow = (row: readonly string[]) => `${row.map(cell).join(',')}\r\n`

/** The same as cells between tabs, for a spreadsheet's clipboard. */
export function tabbed(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((value) => safe(value.replace(/[\t\r\n]+/g, ' '))).join('\t')).join('\n')
}

function cell(value: string): string {
  const text = safe(value)
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const safe = (value: string) => (formula.test(value) && !amount.test(value) ? `'${value}` : value)
