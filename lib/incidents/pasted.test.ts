import { describe, expect, test } from 'vitest'
import { readPasted } from './pasted'

const one = '08128a6a-b81f-414c-9cec-6d18cfcd682f'
const two = '3ab9ff0c-a838-4084-83f1-97edc016c350'
const buyer = '31d21526-a9d9-4b2f-ae75-32594eee2787'

describe('pasted ids', () => {
  test.each(['\n', ', ', ';', '\t', ' | ', '","', '\r\n\r\n'])('are separated by anything, such as %j', (between) => {
    const { rows, twice, faults } = readPasted([one, two].join(between), 'subscription')
    expect(rows.map(({ target }) => target)).toEqual([one, two])
    expect([twice, faults]).toEqual([0, []])
  })

  test('are counted where they stand in it twice, in capitals too, and all are kept for the preview', () => {
    expect(readPasted(`${one}\n${two}\n${one.toUpperCase()}`, 'subscription')).toMatchObject({
      rows: [
        { line: 1, target: one },
        { line: 2, target: two },
        { line: 3, target: one },
      ],
      twice: 1,
    })
  })

  test('leave out no word without naming it and its line', () => {
    const { faults } = readPasted(`${one}\nand 3ab9ff0c-a838 –\n${two}`, 'subscription')
    expect(faults).toEqual([
      { line: 2, text: 'and', why: 'This isn’t a subscription id.' },
      { line: 2, text: '3ab9ff0c-a838', why: 'This isn’t a subscription id.' },
    ])
  })

  test('name a token only beside its buyer', () => {
    const { rows, faults } = readPasted(`${buyer} 4711\n4712\n${buyer} x\n\n4713, ${buyer}`, 'token')
    expect(rows).toEqual([
      { line: 1, target: '4711', buyerId: buyer, note: null },
      { line: 5, target: '4713', buyerId: buyer, note: null },
    ])
    expect(faults.map(({ line }) => line)).toEqual([2, 3])
  })
})

describe('a table', () => {
  test('counts a subscription once that is given with its buyer and without, whatever ends a line', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { rows, twice } = readPasted(
        ['subscriptionId,buyerId', `${one},${buyer}`, `${one},`, `${two},`].join(end),
        'subscription',
      )
      expect([rows.map(({ line }) => line), twice]).toEqual([[2, 3, 4], 1])
    }
  })

  test('loses no line to a quote that is never closed, to more cells than the head names, or to blank lines before it', () => {
    const text = `\n\nsubscriptionId,buyerId,note\n${one},,"rest\n${two},,"a ""b"""\n${one},${buyer},x,${two}`
    const { rows, faults } = readPasted(text, 'subscription')
    expect(rows.map(({ line, target }) => [line, target])).toEqual([
      [4, one],
      [5, two],
    ])
    expect(faults).toMatchObject([{ line: 6, why: 'The line has more cells than the header.' }])
  })

  test('takes in no line by two stray quotes, and reads what a spreadsheet begins with', () => {
    const { rows } = readPasted(`subscriptionId,note\n${one},"big\n${two},big"\n`, 'subscription')
    expect(rows.map(({ target }) => target)).toEqual([one, two])
    const sheet = readPasted(`\uFEFFsep=;\n\nsubscriptionId;buyerId\n${one};${buyer}`, 'subscription')
    expect(sheet.rows).toEqual([{ line: 4, target: one, buyerId: buyer, note: null }])
  })

  test('takes no id out of a longer word', () => {
    const { rows, faults } = readPasted(`${one}9 a${one} ${one}-0 ${one}_1\nids: ${two}.`, 'subscription')
    expect(rows.map(({ target }) => target)).toEqual([two])
    expect(faults.map(({ text }) => text)).toEqual([`${one}9`, `a${one}`, `${one}-0`, `${one}_1`, 'ids:'])
  })

  test('is left out by line where a note has a card number', () => {
    const { rows, faults } = readPasted(`subscriptionId,note\n${one},4111 1111 1111 1111\n${two},ends in 1111`, 'subscription')
    expect(rows.map(({ line }) => line)).toEqual([3])
    expect(faults).toMatchObject([{ line: 2, why: 'The note has a card number. Use its last four digits only.' }])
  })

  test('is read by the names of its columns, with notes in quotes, and says which columns it has for nothing', () => {
    const text = `\uFEFFSubscription ID;note;buyer_id;plan\n${one};"=HYPERLINK(""x""); two\nlines";${buyer};Plus\n${two};;;\n`
    expect(readPasted(text, 'subscription')).toEqual({
      rows: [
        { line: 2, target: one, buyerId: buyer, note: '=HYPERLINK("x"); two lines' },
        { line: 4, target: two, buyerId: null, note: null },
      ],
      twice: 0,
      faults: [],
      unused: ['plan'],
    })
  })

  test('may be the file of an incident’s results', () => {
    const file = `line,subscription,token,buyer,note,outcome\n1,${one},,${buyer},,done\n2,${two},,${buyer},,refused`
    expect(readPasted(file, 'subscription').rows).toEqual([
      { line: 2, target: one, buyerId: buyer, note: null },
      { line: 3, target: two, buyerId: buyer, note: null },
    ])
    const tokens = readPasted(`line,subscription,token,buyer\n1,,42,${buyer}`, 'token')
    expect(tokens.rows).toEqual([{ line: 2, target: '42', buyerId: buyer, note: null }])
  })

  test('names the line of a row that is no target', () => {
    const text = `subscriptionId,buyerId\n${one},nobody\n7,\n${two},${buyer}`
    const { rows, faults } = readPasted(text, 'subscription')
    expect(rows.map(({ line }) => line)).toEqual([4])
    expect(faults).toEqual([
      { line: 2, text: `${one}, nobody`, why: 'The buyer id isn’t an id.' },
      { line: 3, text: '7, ', why: 'The subscription id isn’t an id.' },
    ])
  })

  test('of tokens needs both columns, or it is read as text', () => {
    expect(readPasted(`buyerId,chargeMethodTokenId\n${buyer},4711`, 'token').rows).toMatchObject([{ target: '4711' }])
    expect(readPasted('chargeMethodTokenId\n4711', 'token').faults).toHaveLength(2)
  })

  test('of tokens takes a number with zeros before it for the same token', () => {
    const asText = readPasted(`2204105 ${buyer}\n02204105 ${buyer}`, 'token')
    const asTable = readPasted(`chargeMethodTokenId,buyerId\n2204105,${buyer}\n002204105,${buyer}`, 'token')
    expect([asText, asTable].map(({ rows, twice }) => [rows.map(({ target }) => target), twice])).toEqual([
      [['2204105', '2204105'], 1],
      [['2204105', '2204105'], 1],
    ])
  })

  test('keeps one subscription under two buyers apart, for the dashboard to refuse', () => {
    expect(readPasted(`subscriptionId,buyerId\n${one},${buyer}\n${one},${two}`, 'subscription').rows).toHaveLength(2)
  })

  test('reads 10,000 rows at once', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `${one.slice(0, -5)}${String(at).padStart(5, '0')},${buyer}`)
    expect(readPasted(['subscriptionId,buyerId', ...rows].join('\n'), 'subscription').rows).toHaveLength(10_000)
  })
})
