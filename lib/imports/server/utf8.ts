import 'server-only'
import { ListFault } from './list-fault'

/** Bytes as text, however many. Throws a plain sentence where they are not UTF-8, or no text at all. */
export async function* utf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const read = (piece?: Uint8Array): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      throw new ListFault('The file isn’t in UTF-8. Save it as “CSV UTF-8” and try again.')
    }
  }
  for await (const piece of bytes) yield checked(read(piece))
  yield checked(read())
}

function checked(text: string): string {
  if (text.includes('\0')) throw new ListFault('This isn’t a text file. Choose a CSV file.')
  return text
}
