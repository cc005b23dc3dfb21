/** The colours by which merchant accounts are told apart, beside their name and code. None of them is the colour of a state. */
export const accountColours = ['teal', 'pink', 'indigo', 'orange', 'olive', 'cyan', 'brown', 'slate'] as const
export type AccountColour = (typeof accountColours)[number]

type Account = { code: string; colour?: AccountColour | undefined }

/** Each account's colour by its code: its own, or by the order of the codes one that no other has, as long as there are enough. */
export function coloursOf(accounts: readonly Account[]): Map<string, AccountColour> {
  const taken = new Set(accounts.flatMap(({ colour }) => colour ?? []))
  const free = accountColours.filter((colour) => !taken.has(colour))
  const choice = free.length > 0 ? free : accountColours
  const without = accounts.filter(({ colour }) => colour === undefined).map(({ code }) => code)
  const inOrder = without.toSorted()
  return new Map(
    accounts.flatMap(({ code, colour }) => {
      const found = colour ?? choice[inOrder.indexOf(code) % choice.length]
      return found === undefined ? [] : [[code, found] as const]
    }),
  )
}
