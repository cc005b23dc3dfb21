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

const emails = /(?:^|\.)(?:email|buyerEmail)$/
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const longest = 20_000
const hidden = '•••'

/** The text of an event as it came, value by value in lines of their own, without what is personal in it. Only for what is JSON. */
export function rawShown(text: string): string {
  const lines = new Lines()
  /** The key that was last read of each level; what is in a list has none, and is masked. */
  const path: string[] = []
  const isObject: boolean[] = []
  let isKey = false
  for (const [token] of text.slice(0, longest).matchAll(tokens)) {
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
      path[path.length - 1] = key
      lines.add(/^\p{L}\w{0,40}$/u.test(key) ? token : `"${hidden}"`)
    } else lines.add(valueShown(token, path.join('.')))
  }
  return lines.text + (text.length > longest ? '\n…' : '')
}

const textIn = (token: string): string => token.slice(1, -1)

function valueShown(token: string, path: string): string {
  if (['true', 'false', 'null', '""'].includes(token)) return token
  if (plain.has(path)) return maskTyped(token)
  if (emails.test(path) && token.startsWith('"')) return `"${maskEmail(textIn(token))}"`
  return token.startsWith('"') ? `"${hidden}"` : hidden
}

class Lines {
  text = ''
  private level = 0

  add(part: string): void {
    this.text += part
  }

  open(bracket: string): void {
    this.level += 1
    this.text += `${bracket}${this.newLine()}`
  }

  close(bracket: string): void {
    this.level -= 1
    const isEmpty = /[{[]\s*$/.test(this.text)
    this.text = `${this.text.trimEnd()}${isEmpty ? '' : this.newLine()}${bracket}`
  }

  next(): void {
    this.text += `,${this.newLine()}`
  }

  private newLine = () => `\n${'  '.repeat(this.level)}`
}
