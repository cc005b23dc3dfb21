/** A harmless event, sent to see whether events arrive. It's about no buyer and no charge, and `id` (uuid) tells it from every other. */
export const testEvent = (merchant: string, id: string): string =>
  JSON.stringify({ type: 'test', action: 'test', merchant, test: id })

const form = /^\{"type":"test","action":"test","merchant":"[\w-]{1,64}","test":"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"\}$/

/** Whether a text is such an event to the letter. It counts for nothing: neither as an event that came nor as the end of a silence. */
export const isTestEvent = (text: string): boolean => form.test(text)
