import { type Role, roles } from '@/lib/core/roles'
import type { ListCount } from './list-page'
import { listPath } from './list-page'
import type { ListFilter, ListName } from './lists'

/** A name for a list as somebody filtered it: no rows and no rights of its own, so each person sees in it what their list shows. */
export type View = {
  id: string
  name: string
  list: ListName
  filter: ListFilter
  /** Everybody of the merchant account sees it. */
  shared: boolean
  /** Whose pin puts it on the person's first page: their own, their role's or everybody's; null where none does. */
  pinned: PinFor | null
  /** Its place among those pinned for the same, from 0 on; null where nobody has moved any of them. */
  position: number | null
  /** Everybody whom it's pinned for beside single people. */
  pins: SharedPin[]
  mine: boolean
  person: string
  version: number
  /** Opens it for colleagues: `/v/{code}`. Null where an earlier version made it. */
  code: string | null
  /** How many rows it has now; only of those that are pinned, and null where the list no longer has its filter. */
  count: Omit<ListCount, 'sums'> | null
}

export type Views = { data: View[]; meta: { type: 'collection'; total: number } }

export type ViewToSave = Pick<View, 'name' | 'list' | 'filter' | 'shared'>

export const maxName = 60
export const maxOwn = 50
export const maxShared = 100

export const viewPath = ({ list, filter }: Pick<View, 'list' | 'filter'>): string => listPath(list, filter)

export const pinMoves = ['up', 'down'] as const
export type PinMove = (typeof pinMoves)[number]

type Placed = Pick<View, 'name' | 'position'>
/** Those that have a place by it, then the others by name. */
export const byPlace = (a: Placed, b: Placed): number =>
  (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER) || a.name.localeCompare(b.name, 'en')

/** What everybody sees is kept, so it holds no e-mail and no long number. */
export const isPersonal = (text: string): boolean => /@|\p{Nd}{6}/u.test(text.normalize('NFKC'))

export const pinChoices = ['me', 'everybody', ...roles] as const
export type PinFor = (typeof pinChoices)[number]
export type SharedPin = Exclude<PinFor, 'me'>

const plurals: Record<Role, string> = { agent: 'agents', finance: 'finance', manager: 'managers', admin: 'admins' }

/** `everybody`, `managers`. */
export const describePin = (pin: PinFor): string => (pin === 'me' || pin === 'everybody' ? pin : plurals[pin])
