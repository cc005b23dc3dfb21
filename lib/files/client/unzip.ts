/** A file of an archive; names may repeat. */
export type Unzipped = { name: string; bytes: Uint8Array }

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
const isEncrypted = 1
/** The sizes follow the file's bytes, too, with or without a signature, of 4 or 8 bytes each. */
const hasDescriptor = 8
const descriptorLengths = [12, 16, 20, 24]

type Entry = { name: string; flags: number; method: number; packed: number; size: number; at: number }

/**
 * The files of a zip as its directory lists them. Null unless the archive holds these and nothing else: programs that unpack it from the
 * front, or by another of its two lists, would find other files than were checked. It unpacks to `maxBytes` at most.
 */
export async function unzip(archive: Uint8Array, maxBytes: number): Promise<Unzipped[] | null> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  try {
    const entries = entriesOf(view)
    if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes) return null
    const packed = packedOf(view, entries)
    const files: Unzipped[] = []
    for (const [index, { name, method, size }] of entries.entries()) {
      const given = packed[index] ?? new Uint8Array()
      const bytes = method === 8 ? await inflated(given, size) : given
      if (bytes.length !== size) return null
      files.push({ name, bytes })
    }
    return files
  } catch {
    return null // cut short, or no zip at all
  }
}

/** The directory, which ends where the archive does. */
function entriesOf(view: DataView): Entry[] {
  const end = view.byteLength - 22
  const [count, length, start] = [view.getUint16(end + 10, true), view.getUint32(end + 12, true), view.getUint32(end + 16, true)]
  wanted(view.getUint32(end, true) === signatures.end && start + length === end)
  const entries: Entry[] = []
  let at = start
  for (let left = count; left > 0; left -= 1) {
    wanted(view.getUint32(at, true) === signatures.entry)
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      name: textAt(view, at + 46, nameLength),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  wanted(at === end)
  return entries
}

/** The bytes of each file as they're packed. They stand one after the other up to the directory, under the same names. */
function packedOf(view: DataView, entries: readonly Entry[]): Uint8Array[] {
  let free = [0]
  const packed = entries
    .toSorted((one, other) => one.at - other.at)
    .map((entry) => {
      const { at, name, flags, method } = entry
      wanted(free.includes(at) && view.getUint32(at, true) === signatures.file)
      wanted((flags & isEncrypted) === 0 && (method === 0 || method === 8))
      const nameLength = view.getUint16(at + 26, true)
      wanted(textAt(view, at + 30, nameLength) === name && view.getUint16(at + 8, true) === method)
      const start = at + 30 + nameLength + view.getUint16(at + 28, true)
      const end = start + entry.packed
      free = (flags & hasDescriptor) === 0 ? [end] : descriptorLengths.map((length) => end + length)
      return { entry, bytes: new Uint8Array(view.buffer, view.byteOffset + start, entry.packed) }
    })
  const directory = view.getUint32(view.byteLength - 6, true)
  wanted(free.includes(directory))
  return entries.map((entry) => packed.find((each) => each.entry === entry)?.bytes ?? new Uint8Array())
}

function wanted(holds: boolean): void {
  if (!holds) throw new RangeError('Not a zip that holds what it lists')
}

const textAt = (view: DataView, at: number, length: number) =>
  new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(view.buffer, view.byteOffset + at, length))

/** Throws where it unpacks to more than `size`, and in browsers where anything follows in the same bytes. */
async function inflated(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const reader = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const bytes = new Uint8Array(size)
  let length = 0
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    wanted(length + next.value.length <= size)
    bytes.set(next.value, length)
    length += next.value.length
  }
  return bytes.subarray(0, length)
}
