import { saveFile } from '@/lib/client/save-file'
import { formatAmount } from '@/lib/core/money'
import type { Counterfoil } from '../counterfoil'

const scale = 2
const [width, margin, pad, stub, radius, notch] = [640, 16, 20, 176, 8, 7]
const [term, gap, line] = [116, 16, 20]

/** The colours of the light theme, whatever theme the page has: the picture goes to somebody else. A test compares them to the tokens. */
export const lightColours = {
  surface: '#f7f8f9',
  raised: '#ffffff',
  'line-strong': '#c9cfd6',
  'line-control': '#87909a',
  ink: '#14171a',
  'ink-2': '#39414a',
  muted: '#59636e',
  settled: '#14653a',
  declined: '#a3231c',
  deferred: '#7d4c07',
  neutral: '#48515b',
}

type Pen = { context: CanvasRenderingContext2D; family: string }

/** Puts the picture on the clipboard; where the browser takes none, saves it as a file and says so. */
export async function copyCounterfoil(foil: Counterfoil): Promise<'copied' | 'saved'> {
  const picture = drawCounterfoil(foil)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
    return 'copied'
  } catch {
    saveFile(`counterfoil-${foil.number.replace(/[^\w-]/g, '')}.png`, await picture)
    return 'saved'
  }
}

/** The counterfoil as a PNG, drawn here with twice the pixels. */
export async function drawCounterfoil(foil: Counterfoil): Promise<Blob> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser can’t create the image.')
  const pen: Pen = { context, family: getComputedStyle(document.body).fontFamily }
  const facts = foil.facts.map(({ term: name, says }) => ({
    name,
    lines: wrapped(pen, says, width - 2 * margin - stub - 2 * pad - term - gap),
  }))
  const lines = facts.reduce((count, fact) => count + fact.lines.length, 0)
  const height = 2 * margin + 2 * pad + Math.max(lines * line + 12 + line, 104)
  canvas.width = width * scale
  canvas.height = height * scale
  context.scale(scale, scale)
  drawCard(pen, height)
  drawStub(pen, foil, height)
  drawFacts(pen, facts, foil.number, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser couldn’t create the image.'))), 'image/png'),
  )
}

function drawCard({ context }: Pen, height: number): void {
  const edge = margin + stub
  context.fillStyle = lightColours.surface
  context.fillRect(0, 0, width, height)
  context.beginPath()
  context.roundRect(margin, margin, width - 2 * margin, height - 2 * margin, radius)
  context.fillStyle = lightColours.raised
  context.fill()
  context.strokeStyle = lightColours['line-strong']
  context.stroke()
  for (const [y, from] of [
    [margin, 0],
    [height - margin, Math.PI],
  ] as const) {
    context.beginPath()
    context.arc(edge, y, notch, from, from + Math.PI)
    context.fillStyle = lightColours.surface
    context.fill()
    context.stroke()
  }
  context.beginPath()
  context.setLineDash([3, 3])
  context.moveTo(edge, margin + notch + 2)
  context.lineTo(edge, height - margin - notch - 2)
  context.strokeStyle = lightColours['line-control']
  context.stroke()
  context.setLineDash([])
}

function drawStub(pen: Pen, { title, amount, currency, usd, kind, status }: Counterfoil, height: number): void {
  const { context } = pen
  const x = margin + pad
  const maxWidth = stub - pad - 12
  write(pen, title, { x, y: margin + pad + 12, size: 12, weight: 500, colour: lightColours.muted, maxWidth })
  const figure = formatAmount(amount)
  write(pen, figure, { x, y: margin + pad + 38, size: 20, weight: 600, colour: lightColours.ink, maxWidth: maxWidth - 36 })
  const after = x + Math.min(context.measureText(figure).width, maxWidth - 36) + 5
  write(pen, currency, { x: after, y: margin + pad + 38, size: 13, weight: 400, colour: lightColours['ink-2'], maxWidth: 36 })
  if (usd !== null)
    write(pen, `${formatAmount(usd)} USD per the service`, {
      x,
      y: margin + pad + 57,
      size: 12,
      weight: 400,
      colour: lightColours['ink-2'],
      maxWidth,
    })
  context.beginPath()
  context.arc(x + 4, height - margin - pad - 8, 4, 0, 2 * Math.PI)
  context.fillStyle = lightColours[kind]
  context.strokeStyle = lightColours[kind]
  if (kind === 'settled') context.fill()
  else context.stroke()
  write(pen, status, {
    x: x + 15,
    y: height - margin - pad - 4,
    size: 13,
    weight: 500,
    colour: lightColours.ink,
    maxWidth: maxWidth - 15,
  })
}

function drawFacts(pen: Pen, facts: { name: string; lines: string[] }[], number: string, height: number): void {
  const x = margin + stub + pad
  let y = margin + pad + 13
  for (const { name, lines } of facts) {
    write(pen, name, { x, y, size: 13, weight: 400, colour: lightColours.muted, maxWidth: term })
    for (const text of lines) {
      write(pen, text, {
        x: x + term + gap,
        y,
        size: 13,
        weight: 400,
        colour: lightColours.ink,
        maxWidth: width - x - term - gap - margin - pad,
      })
      y += line
    }
  }
  const foot = height - margin - pad - 4
  write(pen, `Counterfoil ${number}`, {
    x,
    y: foot,
    size: 12,
    weight: 400,
    colour: lightColours.muted,
    maxWidth: width - x - margin - pad,
  })
}

type Place = { x: number; y: number; size: number; weight: number; colour: string; maxWidth: number }

function write({ context, family }: Pen, text: string, { x, y, size, weight, colour, maxWidth }: Place): void {
  context.font = `${weight} ${size}px ${family}`
  context.fillStyle = colour
  context.fillText(text, x, y, maxWidth)
}

/** Words that fit into a width, line by line. A longer word has a line of its own, which `write` makes narrower. */
function wrapped({ context, family }: Pen, text: string, maxWidth: number): string[] {
  context.font = `400 13px ${family}`
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && context.measureText(`${last} ${word}`).width <= maxWidth)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
