import { pieces } from '@/lib/mentions'

/** A note's text to the letter, its line breaks kept; who is named in it stands out. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  return (
    <p dir="auto" className="col-span-2 whitespace-pre-wrap wrap-anywhere">
      {pieces(text, mentions).map(({ text: piece, name }, at) =>
        name === null ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
          <b key={at} className="font-semibold">
            {piece}
          </b>
        ),
      )}
    </p>
  )
}
