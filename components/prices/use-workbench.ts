'use client'

import { useEffect, useState } from 'react'
import { emptyWorkbench, freeKey, type Line, newLine, type Option, type Workbench } from '@/lib/prices/workbench'
import { writeLink } from '@/lib/prices/workbench-link'

const quietMs = 150

/** An option in a currency. */
export type Place = { option: string; currency: string }

/** Next's router gives up a page that is on its way when the address is written meanwhile, so nothing is written without need. */
function showInAddress(link: string | null) {
  const params = new URLSearchParams(location.search)
  if (params.get('w') === link) return
  if (link === null) params.delete('w')
  else params.set('w', link)
  history.replaceState(null, '', params.size === 0 ? location.pathname : `${location.pathname}?${params}`)
}

/** The calculation as it is typed. It stands in the address a moment later, so that the address is always the link to it. */
export function useWorkbench(initial: Workbench | null) {
  const [workbench, change] = useState(initial ?? emptyWorkbench)
  // What the page began with isn’t in the address, because everybody who opens the page begins with it.
  const [start, setStart] = useState(emptyWorkbench)
  const isTooLong = useAddress(workbench, workbench === emptyWorkbench || workbench === start)
  const [selected, select] = useState<Place | null>(null)
  const { options, currencies } = workbench
  const chosen: Place = {
    option: options.find(({ key }) => key === selected?.option)?.key ?? options[0]?.key ?? '',
    currency: currencies.find((code) => code === selected?.currency) ?? currencies[0] ?? '',
  }

  const changeOption = (key: string, changed: Partial<Option>) =>
    change((before) => ({
      ...before,
      options: before.options.map((option) => (option.key === key ? { ...option, ...changed } : option)),
    }))

  return {
    workbench,
    isTooLong,
    /** The price whose receipt is shown. */
    chosen,
    choose: select,
    /** Begins with a calculation, unless the person has begun one. */
    begin(given: Workbench) {
      setStart(given)
      change((before) => (before === emptyWorkbench ? given : before))
    },
    set: (changed: Partial<Workbench>) => change((before) => ({ ...before, ...changed })),
    changeOption,
    changeLine: (option: Option, key: string, changed: Partial<Line>) =>
      changeOption(option.key, { lines: option.lines.map((line) => (line.key === key ? { ...line, ...changed } : line)) }),
    addLine: (option: Option) => changeOption(option.key, { lines: [...option.lines, newLine(freeKey('p', option.lines))] }),
    removeLine: (option: Option, key: string) =>
      changeOption(option.key, { lines: option.lines.filter((line) => line.key !== key) }),
    /** Adds an option, empty or as another is, and gives its key. */
    addOption(from?: Option): string {
      const key = freeKey('b', options)
      const option = from ? { ...from, key, name: '' } : { key, name: '', lines: [newLine('p-1')] }
      change((before) => ({ ...before, options: [...before.options, option] }))
      select({ option: key, currency: chosen.currency })
      return key
    },
    removeOption: (key: string) =>
      change((before) => ({
        ...before,
        options: before.options.filter((option) => option.key !== key),
        baseline: before.baseline === key ? null : before.baseline,
      })),
  }
}

/** Writes the calculation into the address once it has been quiet, unless everybody begins with it. Says whether it is too long for that. */
function useAddress(workbench: Workbench, isStart: boolean): boolean {
  const [isTooLong, setIsTooLong] = useState(false)
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(async () => {
      const link = await writeLink(workbench)
      if (!isWanted) return
      setIsTooLong(link === null)
      showInAddress(isStart ? null : link)
    }, quietMs)
    const cancel = () => {
      isWanted = false
      clearTimeout(timer)
    }
    const followed = (event: MouseEvent) =>
      event.target instanceof Element && event.target.closest('a[href]') !== null && cancel()
    document.addEventListener('click', followed)
    return () => {
      document.removeEventListener('click', followed)
      cancel()
    }
  }, [workbench, isStart])
  return isTooLong
}

export type WorkbenchState = ReturnType<typeof useWorkbench>
