/** Marks a request that a page makes by itself: it doesn't count as activity of the person. */
export const backgroundHeader = 'x-background'
