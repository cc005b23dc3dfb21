import { useRef } from 'react'
import { newId } from '@/lib/client/new-id'
import { pageAccount } from '@/lib/client/request'
import { isLaterId } from '../draft'

/**
 * What a form was sent under without an answer so far: kept in this browser from before it leaves, whatever becomes of its draft, so that
 * the next press, in this tab or another, asks for that answer. It's asked between renders, too, so nothing here is state.
 */
export function useTries(key: string, actionId: string, wasSent: boolean) {
  const now = useRef({ actionId, tried: null as string | null })
  now.current = { actionId, tried: wasSent ? actionId : now.current.tried }
  return {
    begin(besides: string | null): string {
      const open = openTry(key)
      const own = idBeside(open, now.current.actionId)
      const id = besides === null || besides === open?.besides ? own : newId()
      keepTry(key, { id, besides })
      now.current = { actionId: id, tried: id }
      return id
    },
    tried(): string | null {
      const open = openTry(key)
      return [open?.id, now.current.tried].find((id) => id === idBeside(open, now.current.actionId)) ?? null
    },
    end(id: string) {
      now.current.tried = null
      if (openTry(key)?.id === id) keepTry(key, null)
    },
    /** The form is about another action now. */
    forget(id: string) {
      now.current = { actionId: id, tried: null }
    },
  }
}

type Try = { id: string; besides: string | null }

/** As long as the server keeps a draft. */
const tryKeptMs = 24 * 60 * 60 * 1000
/** What the browser doesn't keep: as long as the page is open. */
const unkept = new Map<string, string>()

/** What a form is sent under: the open try's id, unless this form was told how that ended and has a later one. */
const idBeside = (open: Try | null, actionId: string) => (open === null || isLaterId(actionId, open.id) ? actionId : open.id)

/** A form's try that has had no answer yet, in this browser; null without one. */
function openTry(key: string): Try | null {
  const [id = '', at = '', besides = ''] = (readTry(key) ?? '').split(' ')
  return Date.now() - Number(at) < tryKeptMs ? { id, besides: besides || null } : null
}

/** The server, which draws the form first, has no browser's storage. */
function readTry(key: string): string | null {
  try {
    const place = placeOf(key)
    return unkept.get(place) ?? localStorage.getItem(place)
  } catch {
    return null
  }
}

/** Null where it has ended. */
function keepTry(key: string, open: Try | null): void {
  const place = placeOf(key)
  unkept.delete(place)
  try {
    if (open) localStorage.setItem(place, textOf(open))
    else localStorage.removeItem(place)
  } catch {
    if (open) unkept.set(place, textOf(open))
  }
}

const textOf = ({ id, besides }: Try) => `${id} ${Date.now()} ${besides ?? ''}`

/** Several people may use one browser. */
const placeOf = (key: string) => `counterfoil.tried.${pageAccount() ?? ''}.${key}`
