import { type Clue, type ClueKind, clueKey, type ReadClue } from './clue'
import { isMessage } from './is-message'
import { partsOf } from './mail-parts'
import { amountsIn, readings } from './written-amounts'
import { type DayForm, dayForms, dotted } from './written-days'

/** `today` is a day key; `descriptors` are those that charges are known by, folded. */
export type ReadingContext = { today: string; descriptors?: readonly string[] }

/** So much of a message is read. */
export const maxRead = 20_000

/** Of a kind at most so many clues are kept: a mail with thirty dates tells none. */
const maxOfKind = 4

/**
 * What a message tells, in the order of its text: a whole ticket or a line of a statement. Quoted mails and signatures are read only
 * for what the newest part lacks, and are then a guess. Never throws.
 */
export function cluesIn(message: string, { today, descriptors = [] }: ReadingContext): ReadClue[] {
  const text = message.slice(0, maxRead)
  const { isOlder, isIgnored } = partsOf(text)
  const found = read(text, today, descriptors).filter(({ from, kind }) => !isIgnored(from) || kind === 'id' || kind === 'order')
  const newest = found.filter(({ from }) => !isOlder(from))
  const kinds = new Set(newest.map(({ kind }) => kind))
  const older = found.filter(({ from, kind }) => isOlder(from) && !kinds.has(kind))
  const all = newest.length === 0 ? older : [...newest, ...older.map((clue) => ({ ...clue, isGuess: true }))]
  return bounded(withoutBareAmounts(all)).toSorted((a, b) => a.from - b.from)
}

/** A number without a currency counts only where no amount has one. */
function withoutBareAmounts(clues: readonly ReadClue[]): ReadClue[] {
  const isNamed = clues.some(({ kind, currency }) => kind === 'amount' && currency !== null)
  return clues.filter(({ kind, currency }) => kind !== 'amount' || currency !== null || !isNamed)
}

/** Each clue once, the surer ones first where there are too many. */
function bounded(clues: readonly ReadClue[]): ReadClue[] {
  const once = new Map<string, ReadClue>()
  for (const clue of clues.toSorted((a, b) => Number(a.isGuess) - Number(b.isGuess))) {
    const key = clueKey(clue)
    const ofKind = [...once.values()].filter(({ kind }) => kind === clue.kind).length
    if (!once.has(key) && ofKind < maxOfKind) once.set(key, clue)
  }
  return [...once.values()]
}

const email = /(?<![\w.!#$%&*+/=?^`{|}~-])[\w.!#$%&*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w@-])/gi
const uuid = /(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi
const link = /https?:\/\/[^\s<>"]{1,2000}/gi
const namedOrder =
  /(?<!\p{L})(?:order|bestellung|pedido|commande|encomenda)(?: (?:id|no\.?|number|nr\.?|nummer))?\s?[:#]?\s?((?=[a-z]*\d)[a-z0-9]{8})(?![\w-])/giu
const bareOrder = /(?<![\w@./+-])(?=[a-zA-Z]*\d)(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])[A-Za-z0-9]{8}(?![\w@-])/g
const cardWord = 'card|visa|mastercard|maestro|amex|karte|kreditkarte|carte|tarjeta|cartão|cartao'
const ends = 'ending|ends|that ends|endet|endend|finissant|terminada|terminado|terminando|final|last four|last 4'
const lastFour = new RegExp(
  String.raw`(?:(?<!\p{L})(?:(?:${cardWord})(?: (?:number|nr\.?|no\.?))?(?: (?:${ends}))?|${ends})(?: digits)?(?: (?:are|is|in|with|on|auf|mit|en|com|em|par))?[\s:#]{0,3}[*•·xX.… -]{0,24}|(?<!\p{L})(?:[*•·…]{2,24}|[xX]{2,}|…|\.{3,24})[\s-]?)(\d{4})(?![\d\p{L}]|[.,]\d)`,
  'giu',
)
const decimalAlone = /(?<![\d.,/:-])\d{1,15}[.,]\d{2,3}(?![\d/:-]|[.,]\d)/g
const fourAlone = /(?<![\p{L}\d.,/*-])\d{4}(?![\p{L}\d/-]|[.,]\d)/gu
const star = /(?<![\p{L}\d])[A-Z][A-Z0-9]{1,9}\*[A-Za-z0-9.&-]{2,24}(?:,? [A-Z]{3,20}){0,2}/gu
const quoted = /["“”'‘’](?=[A-Z0-9*.& -]*[A-Z])[A-Z0-9][A-Z0-9*.& -]{3,29}["“”'‘’]/gu

// Stands for what has been read: no pattern goes across it, and every place stays where it was.
const gone = '\u0001'

type Found = Omit<Clue, 'kind'> & { isGuess: boolean }

function read(message: string, today: string, descriptors: readonly string[]): ReadClue[] {
  const clues: ReadClue[] = []
  let rest = message
  const take = (kind: ClueKind | null, pattern: RegExp, meaning: (parts: readonly (string | undefined)[]) => Found | null) => {
    rest = rest.replace(pattern, (whole: string, ...more) => {
      const from = more.find((part) => typeof part === 'number') as number
      const meant = meaning([whole, ...more.slice(0, more.indexOf(from))])
      if (meant === null) return whole
      if (kind !== null) clues.push({ kind, ...meant, from, to: from + whole.length })
      return gone.repeat(whole.length)
    })
  }
  const day = ({ pattern, read: meaning }: DayForm) =>
    take('day', pattern, ([, ...parts]) => {
      const { values, isGuess } = meaning(parts, today)
      return values.length === 0 ? null : { values, currency: null, isGuess }
    })

  take('id', uuid, ([id = '']) => sure(id.toLowerCase()))
  take('email', email, ([text = '']) => sure(text.replace(/^'|'$/g, '').toLowerCase()))
  take(null, link, () => sure(''))
  for (const known of descriptors) take('descriptor', asWritten(known), () => sure(known))
  take('order', namedOrder, ([, id = '']) => sure(id))
  for (const form of dayForms) day(form)
  take('lastFour', lastFour, ([, digits = '']) => sure(digits))
  for (const { values, currency, from, to } of amountsIn(rest)) {
    clues.push({ kind: 'amount', values, currency, isGuess: values.length > 1, from, to })
    rest = rest.slice(0, from) + gone.repeat(to - from) + rest.slice(to)
  }
  day(dotted)
  take('order', bareOrder, ([id = '']) => guess(id))
  take('amount', decimalAlone, ([text = '']) => {
    const values = readings(text)
    return values.length === 0 ? null : { values, currency: null, isGuess: true }
  })
  if (isMessage(message)) {
    take('descriptor', star, ([text = '']) => guess(text))
    take('descriptor', quoted, ([text = '']) => guess(text.slice(1, -1).trim()))
    return clues
  }
  take('lastFour', fourAlone, ([digits = '']) => guess(digits))
  const text = wordsLeft(rest)
  // A line that says nothing else is not taken apart: it is a name, or what somebody types to look for.
  if (text !== '' && clues.length > 0) clues.push({ kind: 'text', ...guess(text), from: message.length, to: message.length })
  return clues
}

const sure = (value: string): Found => ({ values: [value], currency: null, isGuess: false })
const guess = (value: string): Found => ({ values: [value], currency: null, isGuess: true })

/** A folded descriptor as it may be written, at the ends of words. */
function asWritten(descriptor: string): RegExp {
  const words = descriptor.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(String.raw`(?<![\p{L}\d])${words.join('\\s+')}(?![\p{L}\d])`, 'giu')
}

const wordsLeft = (rest: string) =>
  rest
    .replaceAll(gone, ' ')
    .replace(/(?<=^|\s)[-−+:;,.•*#]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
