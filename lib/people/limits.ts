const minute = 60_000
const hour = 60 * minute

/** What one person may do so often within a time (faults A39). */
export const limits = {
  reveals: {
    most: 40,
    windowMs: hour,
    words: '40 revealed values per hour',
    title: 'Too many reveals',
    code: 'too_many_reveals',
  },
  exports: { most: 5, windowMs: hour, words: '5 files per hour', title: 'Too many files', code: 'too_many_exports' },
  buyers: { most: 300, windowMs: minute, words: '300 buyers per minute', title: 'Too many buyers', code: 'too_many_buyers' },
} as const

export type LimitName = keyof typeof limits
