const line = 28
const gap = 24
const scale = 2

/** A table as a picture, in the colours of the page. */
export async function drawTable(rows: readonly string[][]): Promise<Blob> {
  const style = getComputedStyle(document.body)
  const font = (weight: number) => `${weight} 13px ${style.fontFamily}`
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw')
  pen.font = font(600)
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => pen.measureText(row[at] ?? '').width)) + gap)
  canvas.width = (widths.reduce((sum, each) => sum + each, 0) + gap) * scale
  canvas.height = (rows.length * line + gap) * scale
  pen.scale(scale, scale)
  pen.fillStyle = style.backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = style.color
  rows.forEach((row, down) => {
    let x = gap
    row.forEach((text, at) => {
      pen.font = font(down === 0 ? 600 : 400)
      const isNumber = down > 0 && /^-?[\d.]+$/.test(text)
      pen.textAlign = isNumber ? 'right' : 'left'
      pen.fillText(text, isNumber ? x + (widths[at] ?? 0) - gap : x, gap + down * line)
      x += widths[at] ?? 0
    })
  })
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The picture could not be made')))),
  )
}
