import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from '@/lib/core/card-number'
import { searchRequestOf } from './client/search'
import { clueKinds, describeClue, maxValues, sentClue } from './clue'
import { cluesIn } from './message-clues'
import { readingOf } from './reading-of'

const context = { today: '2026-11-20', descriptors: ['nw-bill.example', 'nb*northwind, recife'] }

/** `kind: what it says`, with a question mark where it is a guess. */
const clues = (message: string) =>
  cluesIn(message, context).map((clue) => `${clue.kind}${clue.isGuess ? '?' : ''}: ${describeClue(clue)}`)

describe('a line of a statement', () => {
  it.each([
    ['04.03.2025 NB*NORTHWIND, RECIFE 162,00 BRL', ['day: 4 Mar 2025', 'descriptor: nb*northwind, recife', 'amount: 162.00 BRL']],
    ['0119 162.00 BRL', ['lastFour?: 0119', 'amount: 162.00 BRL']],
    ['162.00 BRL 0119', ['amount: 162.00 BRL', 'lastFour?: 0119']],
    ['AL*Northwind App R$ 1.234,50 card ••••0119', ['amount: 1,234.50 BRL', 'lastFour: 0119', 'text?: AL*Northwind App']],
    ['12 May 2025 nw-bill.example -42.84 EUR', ['day: 12 May 2025', 'descriptor: nw-bill.example', 'amount: 42.84 EUR']],
    ['Nov 19 nw-bill.example $9.99', ['day: 19 Nov 2026', 'descriptor: nw-bill.example', 'amount: 9.99 USD']],
    ['24/12 NORTHWIND ¥1,480', ['day?: 24 Dec 2025', 'amount?: 1.480 or 1,480 JPY', 'text?: NORTHWIND']],
    ['2025-05-12 10:02:41 Layan', ['day: 12 May 2025', 'text?: Layan']],
    ['EUR 42.84 USD 50.00', ['amount: 42.84 EUR', 'amount: 50.00 USD']],
    ['4242 42.84', ['lastFour?: 4242', 'amount?: 42.84']],
    ['The Who 2 items', []],
  ])('%s', (line, expected) => expect(clues(line)).toEqual(expected))
})

describe('amounts', () => {
  it.each([
    ['I paid €12,34.', ['amount: 12.34 EUR']],
    ['I paid 12.34 EUR', ['amount: 12.34 EUR']],
    ['I paid USD 1,234.50', ['amount: 1,234.50 USD']],
    ['I paid 1.234,50 €', ['amount: 1,234.50 EUR']],
    ['I paid 1.234 €', ['amount?: 1.234 or 1,234 EUR']],
    ['I paid 12,34 Euro', ['amount: 12.34 EUR']],
    ['I paid 12.34 for my plan', ['amount?: 12.34']],
    ['all 5 of my 12 items', []],
  ])('%s', (message, expected) => expect(clues(`Hello, what is this?\n${message}`)).toEqual(expected))
})

describe('days', () => {
  it.each([
    ['2026-09-15', ['day: 15 Sep 2026']],
    ['on 15.9. please', ['day: 15 Sep 2026']],
    ['on Sep 15.', ['day: 15 Sep 2026']],
    ['on September 15th, 2025', ['day: 15 Sep 2025']],
    ['am 15. September', ['day: 15 Sep 2026']],
    ['el 3 de marzo de 2025', ['day: 3 Mar 2025']],
    ['on 9/15', ['day?: 15 Sep 2026']],
    ['on 3/4', ['day?: 3 Apr 2026 or 4 Mar 2026']],
    ['on 03/04/2025', ['day?: 3 Apr 2025 or 4 Mar 2025']],
    ['yesterday', ['day?: 19 Nov 2026']],
    ['on the 31st', ['day?: 31 Oct 2026']],
    ['last Friday', ['day?: 13 Nov 2026']],
    ['on 31.02.2025', []],
  ])('%s', (message, expected) => expect(clues(`Hello, what is this?\n${message}`)).toEqual(expected))
})

describe('cards, ids and descriptors', () => {
  it.each([
    ['ending 4242', ['lastFour: 4242']],
    ['**** **** **** 4242', ['lastFour: 4242']],
    ['Visa 4242', ['lastFour: 4242']],
    ['the last four digits are 4242', ['lastFour: 4242']],
    ['tarjeta terminada en 4242', ['lastFour: 4242']],
    ['in 2024 I had 4242 points', []],
    ['4242 4242 4242 4242', ['lastFour: 4242']],
    ['Order: Wq7LmR2x', ['order: Wq7LmR2x']],
    ['it says Wq7LmR2x', ['order?: Wq7LmR2x']],
    ['31D21526-A9D9-4B2F-AE75-32594EEE2787', ['id: 31d21526-a9d9-4b2f-ae75-32594eee2787']],
    ['it says “NORTHWIND BILL”', ['descriptor?: NORTHWIND BILL']],
    ['it says AB*Northwind', ['descriptor?: AB*Northwind']],
    ['it says NW-Bill.Example', ['descriptor: nw-bill.example']],
    ['I am Odile.Martin+1@Example.test.', ['email: odile.martin+1@example.test']],
    ['see https://shop.example.test/?id=12.34%20EUR', []],
  ])('%s', (message, expected) => {
    const reading = readingOf(`Hello, what is this?\n${message}`, context)
    expect(
      reading?.as === 'clues' && reading.clues.map((clue) => `${clue.kind}${clue.isGuess ? '?' : ''}: ${describeClue(clue)}`),
    ).toEqual(expected)
  })
})

describe('of a mail', () => {
  const quoted = [
    'On Thu, 19 Nov 2026 at 10:31, Northwind Support <help@northwind.test> wrote:',
    '> You paid 99.00 USD on 1 Nov 2026 with a card ending 1111.',
    '> Write to billing@northwind.test.',
  ]
  it('the newest part is read, and the rest only for what it lacks, as a guess', () => {
    const mail = ['I was charged 42.84 EUR.', '', 'Best regards,', 'Odile', 'odile@example.test', '', ...quoted].join('\n')
    expect(clues(mail)).toEqual([
      'amount: 42.84 EUR',
      'email?: odile@example.test',
      'day?: 1 Nov 2026',
      'lastFour?: 1111',
      'email?: billing@northwind.test',
    ])
  })

  it('the head tells who wrote it, not when and to whom', () => {
    const head = ['From: Odile <odile@example.test>', 'To: help@northwind.test', 'Date: Thu, 19 Nov 2026 10:31:00 +0000']
    expect(clues([...head, 'Subject: 12.34 EUR', '', 'What is this?'].join('\n'))).toEqual([
      'email: odile@example.test',
      'amount: 12.34 EUR',
    ])
  })

  it('that is only forwarded what is forwarded is read', () => {
    const mail = [
      '---------- Forwarded message ---------',
      'From: odile@example.test',
      'To: help@northwind.test',
      '',
      'Card ending 4242',
    ]
    expect(clues(['See below.', ...mail].join('\n'))).toEqual(['email: odile@example.test', 'lastFour: 4242'])
  })

  it('the words of a message are no clue', () => {
    expect(
      clues('Hi, I was charged 42.84 EUR twice on the 19th, on my visa ending 4242. Please help. odile@example.test'),
    ).toEqual(['amount: 42.84 EUR', 'day?: 19 Nov 2026', 'lastFour: 4242', 'email: odile@example.test'])
  })
})

describe('whatever is pasted', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      '12.34 EUR',
      '4242 4242 4242 4242',
      '\n> ',
      '\nOn x wrote:\n',
      'a@b.test',
      '1/2',
      '15.9.',
      '€',
      '-- \n',
      'From: ',
    ),
  )
  const message = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '))

  it('is read without a fault, into few and sound clues with their places', () => {
    fc.assert(
      fc.property(message, (text) => {
        const found = cluesIn(text, context)
        expect(found.length).toBeLessThanOrEqual(clueKinds.length * 4)
        for (const clue of found) {
          expect(clue.values.length).toBeGreaterThan(0)
          expect(clue.values.length).toBeLessThanOrEqual(maxValues)
          expect(clue.to).toBeGreaterThanOrEqual(clue.from)
          expect(clue.to).toBeLessThanOrEqual(text.length)
          expect(describeClue(clue)).not.toBe('')
        }
      }),
    )
  })

  it('no full card number is read, and of a message nothing but clues is sent', () => {
    fc.assert(
      fc.property(message, (text) => {
        const reading = readingOf(`${text}\nmy card is 4242 4242 4242 4242\nsecret words`, context)
        const asked = reading && searchRequestOf(reading)
        expect(asked).toEqual({ clues: reading?.as === 'clues' ? reading.clues.map(sentClue) : null })
        const sent = JSON.stringify(asked)
        expect(sent).not.toContain('secret words')
        expect(holdsCardNumber(sent)).toBe(false)
      }),
    )
  })

  it('is read in time', () => {
    const letters = ['1', '1,', 'x', 'USD ', '1.', 'a ', '*', '> \n', 'a@', '1/', '….', '.', '•', '…', 'on 1', 'card ', '"A']
    for (const letter of letters) expect(() => cluesIn(letter.repeat(20_000), context)).not.toThrow()
  }, 40_000)
})
