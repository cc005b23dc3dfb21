/** The colours by which merchant accounts are told apart, beside their name and code. None of them is the colour of a state. */
export const merchantColours = ['teal', 'pink', 'indigo', 'orange', 'olive', 'cyan', 'brown', 'slate'] as const
export type MerchantColour = (typeof merchantColours)[number]

type ColouredMerchant = { code: string; colour?: MerchantColour | undefined }

/** Each account's colour by its code: its own, or by the order of the codes one that no other has, as long as there are enough. */
export function coloursOf(merchants: readonly ColouredMerchant[]): Map<string, MerchantColour> {
  const taken = new Set(merchants.flatMap(({ colour }) => colour ?? []))
  const free = merchantColours.filter((colour) => !taken.has(colour))
  const choice = free.length > 0 ? free : merchantColours
  const without = merchants.filter(({ colour }) => colour === undefined).map(({ code }) => code)
  const inOrder = without.toSorted()
  return new Map(
    merchants.flatMap(({ code, colour }) => {
      const found = colour ?? choice[inOrder.indexOf(code) % choice.length]
      return found === undefined ? [] : [[code, found] as const]
    }),
  )
}
