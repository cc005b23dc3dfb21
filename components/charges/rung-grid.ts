/** Columns of the ladder: dot, target, time, method, amount, status. On the phone a rung is two columns beside its dot. */
export const rungGrid =
  'grid items-center gap-x-2.5 pr-3 pl-2.5 grid-cols-[1.25rem_minmax(0,1fr)_auto] sm:grid-cols-[1.25rem_4rem_3.5rem_minmax(0,1fr)_minmax(6rem,auto)_5.5rem]'
