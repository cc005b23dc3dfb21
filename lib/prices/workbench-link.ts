import {
  emptyWorkbench,
  type Line,
  newLine,
  type Option,
  type Part,
  type PriceAction,
  parts,
  priceActions,
  type Workbench,
} from './workbench'

/** What a longer state is not written as: the address of a page has its limits in browsers, balancers and chats. */
const maxLetters = 6_000
const shortEnough = 240
/** What a packed state may unpack to. */
const maxBytes = 128 * 1024
/** And how many bundles and lines of each it may hold, which a page can still show. */
const maxOptions = 200
const maxLines = 50

type PackedLine = [
  action: number,
  product: string,
  quantity: string,
  subscription: string,
  discount: string,
  coupon: string,
  per: number,
]
type Packed = { o: [name: string, lines: PackedLine[]][]; c: string[]; b: number; l: string; m: 0 | 1; d?: string }

/** The whole calculation as text for an address: plain where it is short, deflated where it is long, null where even that is too long. */
export async function writeLink(workbench: Workbench): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify(packed(workbench)))
  if (bytes.length <= shortEnough) return `p${base64url(bytes)}`
  const text = `d${base64url(await through(bytes, new CompressionStream('deflate-raw')))}`
  return text.length <= maxLetters ? text : null
}

/** The calculation of an address, or null where it is none of ours. Keys are made anew: they are nobody's names. */
export async function readLink(text: string): Promise<Workbench | null> {
  try {
    const bytes = fromBase64url(text.slice(1))
    const plain = text[0] === 'd' ? await through(bytes, new DecompressionStream('deflate-raw')) : text[0] === 'p' ? bytes : null
    return plain && unpacked(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)))
  } catch {
    return null // a link that somebody has cut short or made up
  }
}

function packed({ options, currencies, baseline, discount, locale, isMobile }: Workbench): Packed {
  return {
    o: options.map(({ name, lines }) => [/@/.test(name) ? '' : name, lines.map(packedLine)]),
    c: [...currencies],
    b: options.findIndex(({ key }) => key === baseline),
    l: locale,
    m: isMobile ? 1 : 0,
    ...(discount === '' ? {} : { d: discount }),
  }
}

function packedLine({ action, product, quantity, subscription, discount, coupon, per }: Line): PackedLine {
  const flags = parts.reduce((bits, part, index) => (per.includes(part) ? bits | (1 << index) : bits), 0)
  return [priceActions.indexOf(action), product, quantity, subscription, discount, coupon, flags]
}

function unpacked(given: Packed): Workbench | null {
  if (!Array.isArray(given.o) || given.o.length === 0) return null
  const options: Option[] = given.o.slice(0, maxOptions).map(([name, lines], at) => ({
    key: `b-${at + 1}`,
    name: textOf(name),
    lines:
      lines.length === 0 ? [newLine('p-1')] : lines.slice(0, maxLines).map((line, index) => unpackedLine(line, `p-${index + 1}`)),
  }))
  const currencies = [...new Set(given.c.map(textOf))]
  return {
    options,
    currencies: currencies.length === 0 ? emptyWorkbench.currencies : currencies,
    baseline: options[given.b]?.key ?? null,
    discount: textOf(given.d),
    locale: textOf(given.l),
    isMobile: given.m === 1,
  }
}

function unpackedLine([action, product, quantity, subscription, discount, coupon, flags]: PackedLine, key: string): Line {
  return {
    key,
    action: priceActions[action] ?? ('purchase' satisfies PriceAction),
    product: textOf(product),
    quantity: textOf(quantity),
    subscription: textOf(subscription),
    discount: textOf(discount),
    coupon: textOf(coupon),
    per: parts.filter((_: Part, index) => (flags & (1 << index)) !== 0),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '')

function base64url(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

const fromBase64url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader()
  const out: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  // A packed text may unpack to anything: it is read no further than a calculation can be long.
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    size += next.value.length
    if (size > maxBytes) throw new RangeError('Too long for a link')
    out.push(next.value)
  }
  return new Uint8Array(await new Blob(out).arrayBuffer())
}
