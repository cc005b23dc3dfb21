import { maskEmail, maskTyped } from '@/lib/core/masking'

/** What of an event is not personal, by where it is. What isn't here is masked, as nobody can say what is in it. */
const plain = new Set(
  [
    'type action merchant chargeId buyer.id',
    ...['id', 'status', 'buyerId', 'startDate', 'endDate', 'createdAt', 'updatedAt', 'isManual'].map(
      (key) => `subscriptionData.${key}`,
    ),
    ...['autochargeStatus', 'autoChargeStatus', 'auto\u0421hargeStatus'].map((key) => `subscriptionData.${key}`),
    ...['code', 'name', 'productPrice.amount', 'productPrice.currency'].map((key) => `subscriptionData.product.${key}`),
    ...['id', 'status', 'createdAt', 'isServiceFee', 'buyerId', 'provider.name', 'provider.mid.name'].map(
      (key) => `chargeData.${key}`,
    ),
    ...['id', 'type', 'currency', 'amount', 'locale', 'metaData.counterfoilActionId'].map((key) => `chargeData.order.${key}`),
    ...['type', 'data.lastFour', 'data.lastFourDigits', 'data.brand'].map((key) => `chargeData.paymentMethod.${key}`),
    'declineData.type declineData.code',
  ].flatMap((paths) => paths.split(' ')),
)

const levelsOfPlain = 4
const emails = new Set(['email', 'buyerEmail'])
// A string without an end is read to the end, once: from each quote in it anew, it would take the square of its length.
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g
const longest = 20_000
const longestKey = 40
const hidden = '•••'

/** The text of an event as it came, value by value in lines of their own, without what is personal in it. Only for what is JSON. */
export function rawShown(text: string): string {
  const lines = new Lines()
  /** The key that was last read of each level; what is in a list has none, and is masked. */
  const path: string[] = []
  const isObject: boolean[] = []
  let isKey = false
  for (const { 0: token, index } of text.slice(0, longest).matchAll(tokens)) {
    if (text.length > longest && index + token.length === longest) break // nobody knows how it goes on
    if (token === '{' || token === '[') {
      lines.open(token)
      isObject.push(token === '{')
      path.push(token === '{' ? '' : '[]')
      isKey = token === '{'
    } else if (token === '}' || token === ']') {
      lines.close(token)
      isObject.pop()
      path.pop()
      isKey = false
    } else if (token === ',') {
      lines.next()
      isKey = isObject.at(-1) === true
    } else if (token === ':') {
      lines.add(': ')
      isKey = false
    } else if (isKey) {
      const key = textIn(token)
      path[path.length - 1] = key.length > longestKey || key.includes('.') ? hidden : key
      lines.add(/^\p{L}\w{0,40}$/u.test(key) ? token : `"${hidden}"`)
    } else lines.add(valueShown(token, path))
  }
  return lines.text + (text.length > longest ? '\n…' : '')
}

const textIn = (token: string): string => token.slice(1, -1)

function valueShown(token: string, path: readonly string[]): string {
  if (['true', 'false', 'null', '""'].includes(token)) return token
  if (path.length <= levelsOfPlain && plain.has(path.join('.'))) return maskTyped(token)
  if (emails.has(path.at(-1) ?? '') && token.startsWith('"')) return `"${maskEmail(textIn(token))}"`
  return token.startsWith('"') ? `"${hidden}"` : hidden
}

/** No event of the service has as many levels. What is deeper stands in one line, so that a text is at most some times as long as what came. */
const indentedLevels = 8

class Lines {
  text = ''
  private level = 0
  private isJustOpen = false

  add(part: string): void {
    if (this.isJustOpen) this.text += this.newLine()
    this.isJustOpen = false
    this.text += part
  }

  open(bracket: string): void {
    this.add(bracket)
    this.level += 1
    this.isJustOpen = true
  }

  close(bracket: string): void {
    if (!this.isJustOpen) this.text += this.newLine(this.level - 1)
    this.isJustOpen = false
    this.level -= 1
    this.text += bracket
  }

  next(): void {
    this.text += `,${this.level > indentedLevels ? ' ' : this.newLine()}`
  }

  private newLine = (level = this.level) => (this.level > indentedLevels ? '' : `\n${'  '.repeat(level)}`)
}
