import { describe, expect, it } from 'vitest'
import { namesIn, pieces } from './mentions'

const names = ['Ines', 'Ines Dahl', 'Nadia (Ops)', 'ليان']

describe('a name in a note', () => {
  it.each([
    ['Ask @Ines Dahl about it', ['Ines Dahl']],
    ['Ask @Ines about it', ['Ines']],
    ['@ines dahl, please', ['Ines Dahl']],
    ['@Nadia (Ops) knows', ['Nadia (Ops)']],
    ['@ليان تعرف', ['ليان']],
    ['Ask Ines Dahl about it', []],
    ['@Inessa is somebody else', []],
    ['nobody@Ines.example.test', ['Ines']],
  ])('of %j is %j', (text, found) => {
    expect(namesIn(text, names)).toEqual(found)
  })

  it('leaves every letter of the text where it was', () => {
    const text = 'First line\n@Ines Dahl, then <b>@Nadia (Ops)</b> $& \\1'
    expect(
      pieces(text, names)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })

  it('is none where nobody can be named', () => {
    expect(pieces('@Ines', [])).toEqual([{ text: '@Ines', name: null }])
  })
})
