/** Marks a request that a page makes by itself: it does not count as somebody being at the desk. */
export const backgroundHeader = 'x-background'
