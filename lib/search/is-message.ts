const longestLine = 160
const sentenceWords = new Set(
  [
    'i me my we you your the was were is it please hello hi dear thanks why what this that charged charge refund account',
    'ich mir mein meine wurde bitte hallo warum das die der und je mon ma vous bonjour pourquoi est les une',
    'yo mi hola usted el que por favor eu meu minha olá você uma',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a text is somebody's message and no line to be looked up as it is: several lines, or sentences. */
export function isMessage(text: string): boolean {
  if (text.trim().includes('\n') || text.length > longestLine) return true
  const words = text.toLowerCase().split(/[^\p{L}]+/u)
  return words.filter((word) => sentenceWords.has(word)).length >= 3
}
