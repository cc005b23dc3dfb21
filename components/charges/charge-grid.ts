/** Columns of the long list: state, service time, product, method, outcome, amount. On the phone two lines beside the state. */
export const chargeGrid =
  'grid items-center gap-x-3 pr-3 pl-4 grid-cols-[1.5rem_minmax(0,1fr)_auto] md:grid-cols-[1.5rem_6rem_minmax(0,1fr)_minmax(0,13.5rem)_minmax(7.5rem,auto)_1rem] lg:grid-cols-[1.5rem_6rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,14rem)_minmax(8.5rem,auto)_1rem]'
