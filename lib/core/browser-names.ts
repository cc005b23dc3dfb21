// Names that the browser and the server agree on.

/** Marks a request that a page makes by itself: it doesn't count as activity of the person. */
export const backgroundHeader = 'x-background'

/** Of whoever the page was drawn for: on its `<meta name="account">`, and with each change that it asks for. */
export const accountHeader = 'x-account'

/** On every answer of the dashboard: what answers without it was something between, such as the sign-in page of a network. */
export const ownAnswerHeader = 'x-counterfoil'

/** A uuid of a page that takes a file. The answer bears it again, and its body has it behind the file: what was cut short lacks it. */
export const fileEndHeader = 'x-file-end'

/** The cookie of screen-share mode. It says on or nothing: no personal data. */
export const screenShareCookie = 'screen-share'
