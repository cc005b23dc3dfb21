import 'server-only'
import { strFromU8, unzipSync } from 'fflate'

type SheetCell = { type: 'text' | 'number'; style: string; value: string }

/** The cells of a sheet of a workbook as a program reads them: by place, with their type and the format their style names. */
export function sheetIn(bytes: Uint8Array, sheet: 1 | 2 = 1): Map<string, SheetCell> {
  const files = unzipSync(bytes)
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const formats = new Map(
    [...part('xl/styles.xml').matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const styles = [
    ...(/<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(part('xl/styles.xml'))?.[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g),
  ].map(([, id]) => formats.get(id ?? '') ?? '')
  const cells = part(`xl/worksheets/sheet${sheet}.xml`).matchAll(
    /<c r="([A-Z]+\d+)"(?: s="(\d+)")?( t="inlineStr")?>(?:<is><t xml:space="preserve">([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g,
  )
  return new Map(
    [...cells].map(([, place = '', style, inline, text, number]) => [
      place,
      { type: inline ? 'text' : 'number', style: styles[Number(style ?? 0)] ?? '', value: plain(text ?? number ?? '') },
    ]),
  )
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
