/** The cookie of screen-share mode. It says on or nothing: no personal data. */
export const screenShareCookie = 'screen-share'
