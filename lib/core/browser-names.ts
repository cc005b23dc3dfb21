// Names that the browser and the server agree on.

/** Marks a request that a page makes by itself: it doesn't count as activity of the person. */
export const backgroundHeader = 'x-background'

/** The cookie of screen-share mode. It says on or nothing: no personal data. */
export const screenShareCookie = 'screen-share'
