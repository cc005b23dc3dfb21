import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

type Load = () => Promise<unknown>

/** What the parts of the page that are on screen may need next, in the order in which they were named. */
const wanted = new Set<Load>()

/**
 * A part of a page that nobody sees until they press something, such as a dialog. Its script isn't loaded with the page: it comes as soon as a
 * pointer is on any button or a key is pressed outside of a field, so that the press needn't wait for it.
 *
 * @param load the part itself, for example `() => import('./stop-dialog').then((file) => file.StopDialog)`
 * @param placeholder what stands in its place where it's shown earlier than its script is here
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): (props: Props) => ReactNode {
  wanted.add(load)
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => <Suspense fallback={placeholder}>{createElement(Part as unknown as ComponentType<Props>, props)}</Suspense>
}

/** The frame of a dialog, for a page that has the dialog's few words itself. */
export const DialogOnDemand = onDemand(() => import('./dialog').then((file) => file.Dialog))

const isField = (target: Element) => target.closest('input, textarea, select, [contenteditable]') !== null

async function loadWanted({ type, target }: Event): Promise<void> {
  if (wanted.size === 0 || !(target instanceof Element)) return
  if (type === 'keydown' ? isField(target) : !target.closest('button')) return
  const loads = [...wanted]
  wanted.clear()
  // One after the other, since a script that comes is also run. One that can't be had now is asked for again by the press, which says so.
  for (const load of loads) await load().catch(() => undefined)
}

// A focus proves nothing: pages set it themselves.
if (typeof document !== 'undefined')
  for (const kind of ['pointerover', 'keydown']) document.addEventListener(kind, loadWanted, { passive: true, capture: true })
