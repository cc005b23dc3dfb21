import { createElement, Fragment } from 'react'

/** Words of which some stay on one line: what `at` finds, in one group. */
export function Unbroken({ words, at }: { words: string; at: RegExp }) {
  const pieces = words.split(at)
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece, index) => (index % 2 === 0 ? piece : createElement('span', { className: 'whitespace-nowrap' }, piece))),
  )
}
