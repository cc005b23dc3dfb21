import { saveFile } from '@/lib/client/save-file'
import { countOf } from '@/lib/core/count-of'
import { csv, tabbed } from '@/lib/core/csv'
import { type ComparisonRow, comparisonRows } from '@/lib/prices/comparison-rows'

/** Copies the comparison, or saves it as a file. */
export async function takeAway(how: 'table' | 'csv' | 'png', compared: readonly ComparisonRow[]): Promise<void> {
  const rows = comparisonRows(compared)
  if (how === 'table') return navigator.clipboard.writeText(tabbed(rows))
  if (how === 'csv') return saveFile('prices.csv', new Blob([csv(withCount(rows))], { type: 'text/csv;charset=utf-8' }))
  saveFile('prices.png', await drawTable(rows))
}

/** Adds the number of rows and whether anything was left out. */
function withCount(rows: string[][]): string[][] {
  const [, ...options] = rows
  const missing = options.filter((row) => row.at(-1) === 'not calculated').length
  return [...rows, [`${countOf(options.length, 'row')}, ${missing === 0 ? 'nothing left out' : `${missing} not calculated`}`]]
}

const line = 28
const gap = 24
const scale = 2

/** A table as a picture, in the colours of the page. */
async function drawTable(rows: readonly string[][]): Promise<Blob> {
  const style = getComputedStyle(document.body)
  const font = (weight: number) => `${weight} 13px ${style.fontFamily}`
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t create the image')
  pen.font = font(600)
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => pen.measureText(row[index] ?? '').width)) + gap)
  canvas.width = (widths.reduce((sum, each) => sum + each, 0) + gap) * scale
  canvas.height = (rows.length * line + gap) * scale
  pen.scale(scale, scale)
  pen.fillStyle = style.backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = style.color
  rows.forEach((row, down) => {
    let x = gap
    row.forEach((text, index) => {
      pen.font = font(down === 0 ? 600 : 400)
      const isNumber = down > 0 && /^-?[\d.]+$/.test(text)
      pen.textAlign = isNumber ? 'right' : 'left'
      pen.fillText(text, isNumber ? x + (widths[index] ?? 0) - gap : x, gap + down * line)
      x += widths[index] ?? 0
    })
  })
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('Couldn’t create the image')))),
  )
}
