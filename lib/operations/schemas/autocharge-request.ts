import * as z from 'zod/mini'
import { line } from './scalars'

const why = z.nullish(line(255))

/**
 * service-interface, Change autocharge status, rules 1 to 3: a reason and a comment only while turning off, a comment only beside a reason.
 * Turning on leaves both out of what is sent (service-facts D32).
 */
export const autochargeRequest = z.pipe(
  z
    .strictObject({ autochargeStatus: z.boolean('Choose whether autocharge is on or off'), reason: why, comment: why })
    .check(({ value, issues }) => {
      const { autochargeStatus, reason, comment } = value
      const refuse = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
      if (autochargeStatus && (reason || comment))
        refuse('autochargeStatus', 'Reasons and comments apply only when turning autocharge off')
      if (!autochargeStatus && comment && !reason) refuse('reason', 'Choose a reason to go with the comment')
    }),
  z.transform(({ autochargeStatus, reason, comment }) => ({
    autochargeStatus,
    ...(!autochargeStatus && reason ? { reason } : {}),
    ...(!autochargeStatus && comment ? { comment } : {}),
  })),
)
