import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'

type Load<Props> = () => Promise<ComponentType<Props>>
type Part<Props> = (props: Props) => ReactNode

/** What may be needed next, in the order in which it was named; where the pointer must be for it, if not on any button. */
const wanted = new Map<() => Promise<unknown>, string | undefined>()

/**
 * A part of a page whose script isn't loaded with the page, but once the part is shown. The server draws the placeholder.
 *
 * It does without Suspense: React shows what replaces a fallback only 300 ms after the last fallback came, however early the script is here.
 *
 * @param load the part itself, for example `() => import('./bell').then((file) => file.Bell)`
 * @param placeholder what stands in its place meanwhile
 */
export function late<Props extends object>(load: Load<Props>, placeholder: ReactNode = null): Part<Props> {
  const script = scriptOf(load)
  return (props) => <Late script={script} placeholder={placeholder} props={props} />
}

/**
 * A part that nobody sees until they press something, such as a dialog. Its script comes as soon as a pointer is on any button or a key is
 * pressed outside of a field, so that the press needn't wait for it. Where an address shows it at once, the server draws it.
 *
 * @param load the part itself, for example `() => import('./stop-dialog').then((file) => file.StopDialog)`
 * @param placeholder what stands in its place where it's shown earlier than its script is here
 * @param near selector of what it's opened from: the script comes before others where the pointer is there, and not for any other button
 */
export function onDemand<Props extends object>(load: Load<Props>, placeholder: ReactNode = null, near?: string): Part<Props> {
  const script = scriptOf(load)
  wanted.set(script.want, near)
  const Drawn = lazy(async () => ({ default: await script.want() })) as unknown as ComponentType<Props>
  return (props) => <OnDemand script={script} placeholder={placeholder} props={props} drawn={Drawn} />
}

/**
 * A part of a menu (`menu.tsx`), which nobody sees until it opens: until then there is none of it, and its script comes as that of any part on demand.
 *
 * @param load the part itself, for example `() => import('./account-items').then((file) => file.AccountItems)`
 */
export function onceOpened<Props extends object>(load: Load<Props>): Part<Props> {
  const Shown = onDemand(load)
  return (props) => (
    <OnceOpened>
      <Shown {...props} />
    </OnceOpened>
  )
}

function OnceOpened({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isOpened, setIsOpened] = useState(false)
  useEffect(() => {
    const menu = place.current?.closest('[popover]')
    const show = () => flushSync(() => setIsOpened(true)) // so that it opens as high as it is
    menu?.addEventListener('beforetoggle', show, { once: true })
    if (menu?.matches(':popover-open')) setIsOpened(true) // it was opened before the page had its scripts
    return () => menu?.removeEventListener('beforetoggle', show)
  }, [])
  return isOpened ? children : <span ref={place} hidden />
}

/** The frame of a dialog, for a page that has the dialog's few words itself. */
export const DialogOnDemand = onDemand(() => import('./dialog').then((file) => file.Dialog))

/** A part's script: the part where it's here already, and how to have it. One that couldn't be had is asked for again. */
function scriptOf<Props>(load: Load<Props>) {
  let part: ComponentType<Props> | null = null
  return {
    here: () => part,
    want: async () => {
      part ??= await load()
      return part
    },
  }
}

type LateProps<Props> = { script: ReturnType<typeof scriptOf<Props>>; placeholder: ReactNode; props: Props }

function Late<Props extends object>({ script, placeholder, props }: LateProps<Props>): ReactNode {
  const isDrawn = useDrawnByServer()
  const [part, setPart] = useState(() => (isDrawn ? null : script.here()))
  const [failure, setFailure] = useState<{ cause: unknown } | null>(null)
  useEffect(() => {
    if (part !== null) return
    script.want().then(
      (loaded) => setPart(() => loaded),
      (cause: unknown) => setFailure({ cause }),
    )
  }, [part, script])
  if (failure) throw failure.cause
  return part === null ? placeholder : createElement(part, props)
}

/** What the server drew stays as it is until its script is here. */
function OnDemand<Props extends object>({ drawn, ...given }: LateProps<Props> & { drawn: ComponentType<Props> }): ReactNode {
  if (!useDrawnByServer()) return <Late {...given} />
  return <Suspense fallback={given.placeholder}>{createElement(drawn, given.props)}</Suspense>
}

const never = () => () => undefined

/** Whether the server has drawn what is being shown for the first time here. */
function useDrawnByServer(): boolean {
  const [isDrawn] = useState(
    useSyncExternalStore(
      never,
      () => false,
      () => true,
    ),
  )
  return isDrawn
}

const isField = (target: Element) => target.closest('input, textarea, select, [contenteditable]') !== null

/** What a pointer on an element, or a key, may lead to; first what is opened from there, which of a key nobody can say. */
function wantsAt(target: Element, isKey: boolean): (() => Promise<unknown>)[] {
  const all = [...wanted]
  const here = all.filter(([, near]) => near !== undefined && (isKey || target.closest(near)))
  const others = all.filter(([, near]) => near === undefined && (isKey || target.closest('button')))
  return [...here, ...others].map(([want]) => want)
}

/** Until the browser has nothing else to do, or where it doesn't tell, has done what waits now. */
const untilIdle = () => new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))

async function loadWanted({ type, target }: Event): Promise<void> {
  if (wanted.size === 0 || !(target instanceof Element)) return
  const isKey = type === 'keydown'
  const wants = isKey && isField(target) ? [] : wantsAt(target, isKey)
  for (const want of wants) wanted.delete(want)
  // A script that comes is also run, so the second one lets what was pressed meanwhile go first. One that can't be had now is asked for again
  // by the press, which says so.
  for (const want of wants) {
    await want().catch(() => undefined)
    await untilIdle()
  }
}

// A focus proves nothing: pages set it themselves.
if (typeof document !== 'undefined')
  for (const kind of ['pointerover', 'keydown']) document.addEventListener(kind, loadWanted, { passive: true, capture: true })
