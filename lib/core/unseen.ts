const emojiJoiner = /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu
// Control characters, marks of direction and of no width, tags, halves of a character, and the two separators that break a line.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u{e0000}-\u{e007f}]/u
const everyUnseen = new RegExp(unseen, 'gu')

/** Whether a text has characters that nobody sees or that turn its direction. Line feeds may be in it, and so may what joins an emoji. */
export const holdsUnseen = (text: string): boolean => unseen.test(text.replace(emojiJoiner, '').replaceAll('\n', ''))

/** A text of one line with every sign in sight: blanks and line breaks as one space each, joined emoji in their parts. */
export const inPlainSight = (text: string): string => text.replace(/\s+/gu, ' ').replace(everyUnseen, '').trim()
