const whole = new Intl.NumberFormat('en')

export function Count({ of }: { of: number }) {
  return (
    <span className="min-w-4.5 flex-none rounded-full bg-neutral-bg px-1.5 text-center font-medium text-[0.75rem]/4.5 text-ink-2 tabular-nums">
      {whole.format(of)}
    </span>
  )
}
