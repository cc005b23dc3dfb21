import { type ListCount, type ListFilter, type ListName, listPath } from './lists'

/** A name for a list as somebody filtered it: no rows and no rights of its own, so each person sees in it what their list shows. */
export type View = {
  id: string
  name: string
  list: ListName
  filter: ListFilter
  /** Everybody of the merchant account sees it. */
  shared: boolean
  /** It also stands on the first page. */
  pinned: boolean
  mine: boolean
  person: string
  version: number
  /** How many rows it has now; only of those that are pinned, and null where the list no longer has its filter. */
  count: Omit<ListCount, 'sums'> | null
}

export type Views = { data: View[]; meta: { type: 'collection'; total: number } }

export type ViewToSave = Pick<View, 'name' | 'list' | 'filter' | 'shared' | 'pinned'>

export const maxName = 60
export const maxOwn = 50
export const maxShared = 100

export const viewPath = ({ list, filter }: Pick<View, 'list' | 'filter'>): string => listPath(list, filter)

/** What everybody sees is kept, so it holds no e-mail and no long number. */
export const isPersonal = (text: string): boolean => text.includes('@') || /\d{6}/.test(text)
