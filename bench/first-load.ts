import { gzipSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import type { Figure } from './measure'

/** The JavaScript a page names in its HTML, compressed, without what only old browsers load. Kilobytes of 1 000 bytes. */
export async function firstLoad(context: BrowserContext, name: string, path: string, limit: number): Promise<Figure> {
  const html = await (await context.request.get(path)).text()
  const tags = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag))
  const addresses = new Set(tags.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []))
  let bytes = 0
  for (const address of addresses) bytes += gzipSync(await (await context.request.get(address)).body(), { level: 9 }).length
  const detail = `${addresses.size} files; an empty page of the framework has 131 kB`
  return { name: `first-load JavaScript, ${name}`, value: Math.round(bytes / 100) / 10, unit: 'kB', limit, detail }
}
