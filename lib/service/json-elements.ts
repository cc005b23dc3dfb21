import 'server-only'
import { DoubledKey } from '@/lib/core/json'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openObject = 0x7b
const closeObject = 0x7d
const openList = 0x5b
const closeList = 0x5d
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const longestName = 16

/** The most bytes of one element, and of everything around the elements. */
const maxBytes = 4 * 1024 * 1024

/** An element, or what stands around the elements, is longer than that. */
export class ElementTooLarge extends Error {}

/**
 * Takes a JSON answer apart while it comes in: every element of the list `data` at its top by itself, as bytes, and at the end the rest
 * of the answer, with that list empty. Bytes above ASCII are never structure, so pieces may be cut anywhere.
 */
export class JsonElements {
  private depth = 0
  private inString = false
  private escaped = false
  private inData = false
  private sawData = false
  /** The name before the value that comes next at the top, and the string that was read last there. */
  private name = ''
  private text = ''
  private element: Buffer[] = []
  private elementBytes = 0
  private rest: Buffer[] = []
  private restBytes = 0

  /** What stands around the elements, as text: JSON where the answer was. */
  around(): Buffer {
    return Buffer.concat(this.rest, this.restBytes)
  }

  /** The elements that a piece of the answer completes. Throws ElementTooLarge, and DoubledKey at a second list of that name. */
  *feed(chunk: Buffer): Generator<Buffer> {
    let from = 0 // where the bytes begin that aren't kept yet
    let isElement = this.elementBytes > 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (this.inString) {
        this.readString(byte)
        continue
      }
      const atList = this.inData && this.depth === 2
      if (atList && !isElement && !isSpace(byte) && byte !== comma && byte !== closeList) {
        isElement = true
        from = at
      }
      if (atList && isElement && (byte === comma || byte === closeList)) {
        yield this.completed(chunk.subarray(from, at))
        isElement = false
        from = at
      }
      if (atList && !isElement) from = byte === closeList ? at : at + 1 // blanks and commas between elements belong to none
      const wasInData = this.inData
      this.readStructure(byte)
      if (!wasInData && this.inData) {
        this.keepRest(chunk.subarray(from, at + 1))
        from = at + 1
      }
    }
    if (isElement) this.keepElement(chunk.subarray(from))
    else this.keepRest(chunk.subarray(from))
  }

  private readString(byte: number): void {
    if (this.escaped) this.escaped = false
    else if (byte === backslash) this.escaped = true
    else if (byte === quote) this.inString = false
    else if (this.depth === 1 && this.text.length < longestName) this.text += String.fromCharCode(byte)
  }

  private readStructure(byte: number): void {
    if (byte === quote) {
      this.inString = true
      if (this.depth === 1) this.text = ''
    } else if (byte === openObject || byte === openList) {
      this.depth += 1
      if (byte === openList && this.depth === 2 && this.name === 'data') {
        if (this.sawData) throw new DoubledKey('The list is named twice.')
        this.inData = this.sawData = true
      }
    } else if (byte === closeObject || byte === closeList) {
      this.depth -= 1
      if (this.depth === 1) this.inData = false
    } else if (byte === colon && this.depth === 1) this.name = this.text
  }

  private completed(tail: Buffer): Buffer {
    this.keepElement(tail)
    const whole = this.element.length === 1 ? (this.element[0] as Buffer) : Buffer.concat(this.element, this.elementBytes)
    this.element = []
    this.elementBytes = 0
    return whole
  }

  private keepElement(piece: Buffer): void {
    if (piece.length === 0) return
    this.element.push(piece)
    this.elementBytes += piece.length
    if (this.elementBytes > maxBytes) throw new ElementTooLarge()
  }

  private keepRest(piece: Buffer): void {
    if (piece.length === 0) return
    this.rest.push(piece)
    this.restBytes += piece.length
    if (this.restBytes > maxBytes) throw new ElementTooLarge()
  }
}
