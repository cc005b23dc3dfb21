import * as z from 'zod/mini'
import { holdsUnseen } from '@/lib/core/unseen'
import { getOneClickPrices } from '@/lib/operations/queries'
import { filled, line, uuid } from '@/lib/operations/schemas/scalars'
import { proposable } from './verbs'

/**
 * A tool as machines see it. What it takes is checked by the schema that its JSON Schema is made of; `lists` names the bodies of all verbs,
 * of which the one of the verb is then checked by itself.
 */
export type Tool = { title: string; description: string; input: z.ZodMiniType; lists?: z.ZodMiniType; asks?: true }

const longest = { text: 1_000, quote: 2_000 }
const orderId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'Enter an order id from charge_history'))
const text = (max: number, advice: string) =>
  z.string().check(z.trim(), z.minLength(1, advice), z.maxLength(max, `Use ${max} characters or fewer`))

const cursor = z.string().check(z.regex(/^[a-z0-9:+-]{1,64}$/, 'Pass `next` of an earlier answer'))

const verb = z.enum(
  proposable.map(({ name }) => name),
  'Choose one of the verbs',
)
/** The ids in the path of the verb's operation. */
const params = z.strictObject({ buyerId: uuid, subscriptionId: z.optional(uuid) })

/** What the refund desk takes, which is ours alone; every other verb has the body of its operation. */
export const refundRequest = z.strictObject({
  orderId,
  chargeId: uuid,
  amount: text(40, 'Enter an amount'),
  reason: filled(255, 'Enter a reason'),
})

const bodies = [...new Set(proposable.map(({ operation }) => operation?.body ?? refundRequest))]

const change = { verb, params }
const proposed = {
  ...change,
  effectHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Pass `effectHash` of preview_effect')),
  reason: filled(255, 'Enter a reason'),
  ticket: filled(64, 'Enter the ticket').check(
    z.refine((value) => !holdsUnseen(value), 'Remove the characters that nobody sees'),
  ),
  source: z.strictObject({ where: line(120), quote: text(longest.quote, 'Quote what you read') }),
  key: uuid,
}

export const tools = {
  find_buyer: {
    title: 'Find a buyer',
    description:
      'Finds buyers by e-mail, buyer id, order id, subscription id, last four digits of a card, or the words of a message. At most 10 hits, masked, with the reason each one fits. E-mails, names and last four digits must be whole.',
    input: z.strictObject({ text: text(longest.text, 'Enter something to search for') }),
  },
  read_buyer: {
    title: 'Read a buyer',
    description:
      'What is known of a buyer: subscriptions and payment tokens, each fact with its age and source, what waits for somebody, and what needs attention. Values are masked.',
    input: z.strictObject({ buyerId: uuid }),
  },
  charge_history: {
    title: 'Read the charge history',
    description:
      'The orders of a buyer, newest first: day, product, what was asked and received, and the outcome in words. Pass `next` of an answer as `after` for the orders that follow.',
    input: z.strictObject({ buyerId: uuid, after: z.optional(cursor) }),
  },
  explain_charge: {
    title: 'Explain a charge',
    description: 'What happened with one order, in the sentences the dashboard uses, each with the facts it rests on.',
    input: z.strictObject({ buyerId: uuid, orderId }),
  },
  prices: {
    title: 'Read prices',
    description: 'Prices of bundles of products for a buyer, with discounts, coupons and tax. Nothing is bought.',
    input: z.strictObject({ buyerId: uuid, body: getOneClickPrices.body }),
  },
  preview_effect: {
    title: 'Preview an effect',
    description:
      'What an action would change, what would happen later and whether it could be undone, or why it is impossible. Nothing is sent. `effectHash` is needed to propose it within 15 minutes.',
    input: z.strictObject({ ...change, body: z.unknown() }),
    lists: z.strictObject({ ...change, body: z.union(bodies) }),
  },
  proposal_status: {
    title: 'Ask about a proposal',
    description: 'Whether a proposal waits, was pressed and with what outcome, was declined and why, or is void.',
    input: z.strictObject({ id: uuid }),
  },
  propose_action: {
    title: 'Propose an action',
    description:
      'Asks a person to do something. It does nothing itself: a person reads it in Counterfoil and presses the button or declines. Preview it first and pass its `effectHash`. The same key with the same content gives the first answer again.',
    input: z.strictObject({ ...proposed, body: z.unknown() }),
    lists: z.strictObject({ ...proposed, body: z.union(bodies) }),
    asks: true,
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools

/** As `tools/list` gives them. */
export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object' }
  annotations: object
}

/** All tools with the JSON Schema of what each takes, made of the declarations. */
export const listedTools: readonly ListedTool[] = Object.entries<Tool>(tools).map(
  ([name, { title, description, input, lists, asks }]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(lists ?? input, { io: 'input', unrepresentable: 'any' }) as Record<
      string,
      unknown
    >
    const annotations = asks
      ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }
      : { readOnlyHint: true, openWorldHint: false }
    return { name, title, description, inputSchema: { ...schema, type: 'object' }, annotations }
  },
)
