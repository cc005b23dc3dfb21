import { initials } from './initials'

export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-6 flex-none place-items-center rounded-full bg-ink-2 font-semibold text-[0.75rem]/6 text-surface tracking-mono"
    >
      {initials(name)}
    </span>
  )
}
