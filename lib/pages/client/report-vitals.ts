import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { maxVitals, measuredPageAt, type Vital } from '../vitals'

/** Which path was shown from when on, in milliseconds since the document came. */
export type Visit = { path: string; from: number }

/** All digits of a measurement could look like a card's number, which no handler takes. */
const rounded = (value: number) => Math.round(value * 1_000) / 1_000

let isReporting = false

/**
 * Measures the pages of this document from here on, what came before included, and tells the server as often as the tab is hidden, which is
 * also how a tab is closed.
 *
 * @param visits read anew for each measurement, so that an interaction counts for the page on which it was
 */
export function reportVitals(visits: readonly Visit[]): void {
  if (isReporting) return
  isReporting = true
  const found = new Map<string, Vital>()
  const note = ({ id, name, value, entries }: Metric) => {
    const at = entries.at(-1)?.startTime ?? 0
    const page = measuredPageAt((visits.findLast(({ from }) => from <= at) ?? visits[0])?.path ?? '')
    if (page) found.set(`${id} ${page}`, { page, name, value: rounded(value) })
  }
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(note)
  // On the window, where the event arrives after the document's own listeners, by which the last measurements come.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || found.size === 0) return
    const vitals = [...found.values()].slice(0, maxVitals)
    found.clear()
    // Without an answer there's a measurement less, and nothing that a person would miss.
    void request(routes.vitals(), { body: { vitals }, background: true, keepalive: true }).catch(() => {})
  })
}
