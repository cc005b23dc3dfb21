import { type Revealable, revealables, revealWords } from '@/lib/reveal'
import { may, type Role } from '@/lib/roles'

type Props = { chosen: readonly Revealable[]; role: Role; onChange: (chosen: Revealable[]) => void }

/** Which values: as few as the reason needs. A card's first digits are for finance. */
export function RevealChoice({ chosen, role, onChange }: Props) {
  const refusal = (what: Revealable) => (what === 'card' && !may(role, 'revealCard') ? 'needs the finance role' : null)
  const toggle = (what: Revealable) => onChange(revealables.filter((each) => (each === what) !== chosen.includes(each)))
  return (
    <fieldset className="grid gap-x-4 sm:grid-cols-2">
      <legend className="pb-1 font-medium text-table">What to show</legend>
      {revealables.map((what) => {
        const refused = refusal(what)
        return (
          <label key={what} className="flex min-h-7 min-w-0 items-center gap-2 text-table max-sm:min-h-10">
            <input
              type="checkbox"
              checked={chosen.includes(what)}
              aria-disabled={refused !== null}
              onChange={() => refused === null && toggle(what)}
              className="size-4 flex-none accent-primary"
            />
            <span className="min-w-0">
              {revealWords[what]}
              {refused && <span className="text-muted">, {refused}</span>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
