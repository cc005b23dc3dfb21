import 'server-only'
import type { CellKind } from '../columns'
import { maxDecimals } from './sheet-xml'

// The parts of a workbook (ECMA-376) that are the same in every file of ours: two sheets, the rows and what is to be said of them.

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (entries: [string, string][]) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${entries
    .map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

const fixedFormats = Array.from({ length: maxDecimals + 1 }, (_, digits) => `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`)
const formats = ['yyyy\\-mm\\-dd\\ hh:mm:ss', ...fixedFormats]
const format = (id: number, more = '', inner = '') =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"${more}${inner ? `>${inner}</xf>` : '/>'}`

const styleSheet = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
  .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${4 + fixedFormats.length}">${[
  format(0),
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  format(164, ' applyNumberFormat="1"'),
  format(49, ' applyNumberFormat="1" applyAlignment="1"', '<alignment horizontal="right"/>'),
  ...fixedFormats.map((_, index) => format(165 + index, ' applyNumberFormat="1"')),
].join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Name and text of every part but the sheets. `sheet` is what the tab of the rows is called: plain letters. */
export const workbookParts = (sheet: string): [string, string][] => [
  [
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
  ],
  ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
  [
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/><sheet name="About this file" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['styles', 'styles.xml'],
    ]),
  ],
  ['xl/styles.xml', styleSheet],
]

const widths: Record<CellKind, number> = { text: 22, amount: 16, count: 10, time: 20 }

/** A sheet up to its first row; the head stays in sight while one scrolls. */
export const sheetStart = (kinds: readonly CellKind[]) =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${kinds
    .map((kind, index) => `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

export const sheetEnd = '</sheetData></worksheet>'
