/** One grid for the head and every row. Under 960 px a row is three lines of two; trace and change need the whole width. */
export const journalColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 md:grid-cols-[4.5rem_7.5rem_minmax(0,1fr)_8rem_6rem_10rem] lg:grid-cols-[4.5rem_7.5rem_minmax(0,1.4fr)_8rem_minmax(0,1fr)_5.5rem_10rem_8rem]'
