/**
 * What in a message is not its newest part: quoted mails, signatures, and lines of a mail's head. `ignored` says nothing of the buyer at
 * all, such as the address the mail was sent to.
 */
export type MailParts = { isOlder: (at: number) => boolean; isIgnored: (at: number) => boolean }

const wrote = 'wrote|schrieb|a écrit|escribió|escreveu|ha scritto'
const introduction = new RegExp(`^(?:on|am|le|el|em|il) .{4,160} (?:${wrote}).{0,80}:$`, 'iu')
const separator =
  /^(?:-{2,}|_{2,}|={2,}) ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d.origine|mensaje original|mensagem original|begin forwarded message)|^begin forwarded message:|^_{10,}$/iu
const signature = /^(?:-- ?|sent from my .{2,40}|get outlook for .{2,20}|von meinem .{2,40} gesendet)$/iu
const closing =
  /^(?:(?:best|kind|warm|many)? ?(?:regards|wishes|thanks)|sincerely|cheers|mit freundlichen grüßen|viele grüße|cordialement|saludos|atenciosamente)(?:[,.! ]{0,3}|, [\p{L} .-]{2,40})$/iu
const head =
  /^(?:from|von|de|to|an|cc|bcc|para|sent|gesendet|date|datum|envoyé|enviado|subject|betreff|objet|asunto|assunto|reply-to)\s?:/iu
const from = /^(?:from|von|de|da)\s?:/iu
const subject = /^(?:subject|betreff|objet|asunto|assunto)\s?:/iu
const technical =
  /^(?:message-id|references|in-reply-to|received|return-path|mime-version|content-[\w-]+|dkim-[\w-]+|x-[\w-]+)\s?:/iu

// A line is looked at as far as what marks one may reach.
const longestLine = 300

/** Takes a mail apart by its lines. */
export function partsOf(message: string): MailParts {
  const marks = linesOf(message)
  const markAt = (at: number) => {
    let [low, high] = [0, marks.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((marks[middle]?.from ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return marks[low]
  }
  return { isOlder: (at) => markAt(at)?.isOlder === true, isIgnored: (at) => markAt(at)?.isIgnored === true }
}

type Line = { from: number; isOlder: boolean; isIgnored: boolean }

function linesOf(message: string): Line[] {
  const lines = message.split('\n')
  const texts = lines.map((line) => line.slice(0, longestLine).trim())
  let at = 0
  let hasBegun = false
  let isHead = true
  let isOlder = false
  return lines.map((line, index) => {
    const text = texts[index] ?? ''
    const isHeadLine = head.test(text) || technical.test(text)
    if (text !== '' && !isHeadLine) isHead = false
    if (!isOlder && hasBegun && endsNewest(texts, index)) isOlder = true
    if (text !== '' && !isHeadLine) hasBegun = true
    const mark = {
      from: at,
      isOlder: isOlder || text.startsWith('>'),
      isIgnored:
        technical.test(text) ||
        introduces(texts, index) ||
        introduction.test(`${texts[index - 1] ?? ''} ${text}`) ||
        ((isHead || isOlder) && isHeadLine && !from.test(text) && !subject.test(text)),
    }
    at += line.length + 1
    return mark
  })
}

/** Whether a line, or it and the next, says who wrote the mail that is quoted after it. */
const introduces = (texts: readonly string[], index: number) =>
  introduction.test(texts[index] ?? '') || introduction.test(`${texts[index] ?? ''} ${texts[index + 1] ?? ''}`)

/** Whether what comes from this line on is a quoted mail or a signature. */
function endsNewest(texts: readonly string[], index: number): boolean {
  const text = texts[index] ?? ''
  if (separator.test(text) || signature.test(text) || closing.test(text)) return true
  if (introduces(texts, index)) return true
  return from.test(text) && texts.slice(index + 1, index + 5).some((line) => head.test(line) && !from.test(line))
}
