import type { ReactNode } from 'react'

/** Under the thumb on a phone: its left half, and all of it while nothing with the class `phoneBarEnd` stands in the right one. */
export const PhoneBar = ({ children }: { children: ReactNode }) => (
  <div className="phone-bar fixed inset-x-0 bottom-0 z-10 grid h-[calc(3.5rem+env(safe-area-inset-bottom))] grid-cols-2 content-start gap-2 border-t bg-raised px-gutter pt-[calc(0.5rem-1px)] sm:hidden print:hidden">
    {children}
  </div>
)

/** Puts a button that stands elsewhere on a wide screen into the right half of the phone's bar. One at a time. */
export const phoneBarEnd =
  'phone-bar-end max-sm:fixed max-sm:right-4 max-sm:bottom-[calc(0.5rem+env(safe-area-inset-bottom))] max-sm:z-11 max-sm:w-[calc(50%-1.25rem)]'
