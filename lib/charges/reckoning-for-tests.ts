import { columnOf, isDescending, type LedgerColumn, type LedgerSort } from './ledger'
import { digits, type Family, type FilterValues, families, type Known, lostBecause, written } from './ledger-for-tests'

// What the rows and sums of ledger-for-tests.ts are, by another reckoning than the dashboard's.

const inPeriod = (period: string, month: string) =>
  period.includes('Q') ? `${month.slice(0, 4)}-Q${Math.floor((Number(month.slice(5)) - 1) / 3) + 1}` === period : month === period

type Money = {
  provider: string
  mid: string
  family: Family
  currency: string
  month: string
  units: bigint
  usd: bigint
  tax: bigint | null
}

/**
 * The money of an order that the filter is about. A lost order asks for its money once, an open one waits for that of its last open
 * attempt alone, a paid one for none, and its tax comes with its first receipt.
 */
export function moneyOf(known: Known, { money, month, currency, provider, mid }: FilterValues): Money[] {
  const isReceipt = (piece: Known['pieces'][number]) => families[piece.status] === 'received' && piece.currency === known.currency
  const taxed = known.pieces.findIndex(isReceipt)
  const pieces = known.pieces.map((piece, place): Money => {
    return { ...piece, family: families[piece.status], tax: place === taxed ? known.tax : null }
  })
  const last = pieces.at(-1)
  const lost = known.state === 'lost' && last ? [{ ...last, units: known.asked, currency: known.currency }] : []
  const waits = known.state === 'open' ? known.kinds.lastIndexOf('open') : -1
  const counted = pieces.filter(({ family }, place) => family !== 'lost' && (family !== 'open' || place === waits))
  return [...counted, ...lost].filter(
    (piece) =>
      (money === undefined || piece.family === money) &&
      (month === undefined || inPeriod(month, piece.month)) &&
      (currency === undefined || piece.currency === currency) &&
      (mid === undefined || isAt(piece, mid, provider)),
  )
}

/** A provider alone picks orders; only with one of its mids it picks money. */
const isAt = (place: Record<'provider' | 'mid', string>, mid: string | undefined, provider: string | undefined) =>
  (mid === undefined || place.mid === mid) && (mid === undefined || provider === undefined || place.provider === provider)

const states = { received: 'received', declined: 'lost', open: 'open', other: 'other' } as const

export function shows(known: Known, asked: FilterValues): boolean {
  const day = known.time.slice(0, 10)
  return (
    (asked.state === undefined || states[asked.state as keyof typeof states] === known.state) &&
    (asked.currency === undefined ||
      known.currency === asked.currency ||
      moneyOf(known, { currency: asked.currency }).length > 0) &&
    (asked.product === undefined || known.product === asked.product) &&
    (asked.provider === undefined || known.pieces.some(({ provider }) => provider === asked.provider)) &&
    (asked.status === undefined || known.pieces.some(({ status }) => status === asked.status)) &&
    (asked.type === undefined || known.type === asked.type) &&
    (asked.has === undefined || traitsOf(known).includes(asked.has)) &&
    ((asked.mid === undefined && asked.reason === undefined) || holdsAttempt(known, asked)) &&
    (asked.find === undefined || holds(known, asked.find)) &&
    (asked.from === undefined || day >= asked.from) &&
    (asked.to === undefined || day <= asked.to) &&
    ((asked.money === undefined && asked.month === undefined) || moneyOf(known, asked).length > 0)
  )
}

const holdsAttempt = ({ pieces }: Known, { provider, mid, reason }: FilterValues) =>
  pieces.some(
    (piece) =>
      isAt(piece, mid, provider) &&
      (reason === undefined || (families[piece.status] === 'lost' && lostBecause[piece.code] === reason)),
  )

/** The day of the reckoning, far behind every order. */
export const today = '2026-11-25'

function traitsOf({ pieces, kinds, state, currency, tax, discount, coupon }: Known): string[] {
  const decided = kinds.filter((kind) => kind === 'received' || kind === 'lost')
  const received = pieces.filter((_, place) => kinds[place] === 'received')
  const isInOwn = received.some((piece) => piece.currency === currency)
  const paid = kinds.indexOf('received')
  const doubts = {
    twice: received.length > 1,
    'declined-after': paid >= 0 && kinds.lastIndexOf('lost') > paid,
    'unknown-status': kinds.includes('other'),
    'old-deferred': state === 'open' && pieces.some(({ status }) => status === 'deferred'),
    'other-currency': pieces.some((piece) => piece.currency !== currency),
  }
  const traits = {
    ...doubts,
    doubt: Object.values(doubts).includes(true),
    decided: decided.length > 0,
    approved: received.length > 0,
    'declined-first': decided[0] === 'lost',
    recovered: decided[0] === 'lost' && received.some(({ target }) => target === 'cascade'),
    discount: isInOwn && discount === '5.00',
    coupon: isInOwn && coupon === '-1.50',
    tax: isInOwn && tax !== null && tax !== 0n,
  }
  return Object.entries(traits).flatMap(([trait, holds]) => (holds ? [trait] : []))
}

const holds = ({ id, product }: Known, find: string) =>
  id.includes(find) || (product ?? '').toLowerCase().includes(find.toLowerCase())

const add = (amounts: bigint[]) => (amounts.length === 0 ? null : amounts.reduce((sum, each) => sum + each, 0n))
const text = (amount: bigint | null, places: number) => (amount === null ? null : written(amount, places))

/** The sums by another way: whole numbers of the smallest unit, one pass for each question. */
export const expectedSums = (shown: Known[], currency: string, asked: FilterValues) =>
  sumsOf(
    shown.flatMap((known) => moneyOf(known, asked)).filter((piece) => piece.currency === currency),
    currency,
  )

export function sumsOf(pieces: Money[], currency: string) {
  const places = digits[currency] as number
  const of = (wanted: Family) => pieces.filter(({ family }) => family === wanted)
  const money = (wanted: Family) => text(add(of(wanted).map(({ units }) => units)), places)
  return {
    received: money('received'),
    usd: text(add(of('received').map(({ usd }) => usd)), 2),
    open: money('open'),
    lost: money('lost'),
    tax: text(add(pieces.flatMap(({ tax }) => tax ?? [])), places),
  }
}

const dayOf = (month: string) => Date.parse(`${month}-06`) / 86_400_000

/** The cell of the outcome in words: what it came to, and what is added to it. */
function outcomeOf({ pieces, kinds, state }: Known): string {
  const of = (kind: Family) => pieces.filter((_, place) => kinds[place] === kind)
  const received = of('received')
  const open = { authorized: 'authorised', deferred: 'card open' } as Record<string, string>
  if (pieces.length === 0) return 'no attempt'
  if (received.length > 1) {
    const [first, last] = [received[0], received.at(-1)] as [(typeof pieces)[number], (typeof pieces)[number]]
    const days = dayOf(last.month) - dayOf(first.month)
    const apart = days > 0 ? `${days} days apart` : `${pieces.indexOf(last) - pieces.indexOf(first)} s apart`
    return `received ${received.length === 2 ? 'twice' : `${received.length} times`}, ${apart}`
  }
  if (state === 'received') {
    const [waits] = of('open')
    if (of('other').length > 0) return 'received also “chargeback_open”, not counted'
    if (waits) return `received once, ${open[waits.status]} beside it`
    return ['received', 'received at the 2nd attempt', 'received at the 3rd attempt'][kinds.indexOf('received')] ?? ''
  }
  if (state === 'lost') return `lost ${lostBecause[pieces.at(-1)?.code ?? '']}`
  return state === 'other' ? 'chargeback_open not counted as received' : (open[of('open').at(-1)?.status ?? ''] ?? '')
}

/** What a row is sorted by: a group that keeps its own order, and a value; null comes last. */
function sortedBy(known: Known, column: LedgerColumn, asked: FilterValues): { group: string; value: string | bigint | null } {
  const left = moneyOf(known, asked)
  const shown = (['received', 'open', 'other', 'lost'] as const).find((each) => left.some(({ family }) => family === each))
  const money = left.filter(({ family }) => family === shown)
  const quoted = known.state === 'received' ? null : known.tax
  const telling = known.pieces.find(({ status }) => families[status] === 'received') ?? known.pieces.at(-1)
  const isOne = new Set(money.map(({ currency }) => currency)).size < 2
  const values: Record<LedgerColumn, string | bigint | null> = {
    when: known.time,
    order: known.id,
    product: known.product?.toLowerCase() ?? null,
    outcome: outcomeOf(known).toLowerCase(),
    method: telling ? `visa ••${telling.card}` : null,
    provider: telling ? `${telling.provider} ${telling.mid}` : null,
    tries: BigInt(known.pieces.length),
    tax: shown === 'received' ? (money.find(({ tax }) => tax !== null)?.tax ?? null) : quoted,
    amount: isOne ? (add(money.map(({ units }) => units)) ?? known.asked) : null,
    usd: isOne ? (add(money.map(({ usd }) => usd)) ?? known.pieces.at(-1)?.usd ?? null) : null,
  }
  const groups = { amount: money[0]?.currency ?? known.currency, tax: known.currency } as Partial<Record<LedgerColumn, string>>
  return { group: groups[column] ?? '', value: values[column] }
}

export function expectedRows(shown: Known[], sort: LedgerSort | null, asked: FilterValues): string[] {
  const newest = shown.toSorted((a, b) => (a.time < b.time ? 1 : -1))
  if (sort === null) return newest.map(({ id }) => id)
  const rows = newest.map((known) => ({ id: known.id, ...sortedBy(known, columnOf(sort), asked) }))
  const way = isDescending(sort) ? -1 : 1
  return rows
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      if (a.group !== b.group) return a.group < b.group ? -1 : 1
      return a.value === b.value ? 0 : a.value < b.value ? -way : way
    })
    .map(({ id }) => id)
}
