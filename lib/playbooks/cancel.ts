import { chosenCharge, receivedChoices } from './charge-choices'
import type { GuideAction, KnownOfTicket, Playbook, Reply } from './playbook'
import { notAsked, refundChecks, refundParts } from './refund-steps'
import { nameOf, offParts, stillOn, subscriptionChecks, subscriptionChoices } from './subscription-steps'

/** They want to cancel: autocharge off, access until the end, and whether they want money back. */
export const cancel: Playbook = (known, answers) => {
  const subscriptionId = answers.get('subscription')
  if (subscriptionId === undefined)
    return {
      ...{ name: 'subscription', asks: 'Which subscription is it about?', choices: subscriptionChoices(known) },
      checks:
        known.subscriptions === null ? [{ term: 'Subscriptions', says: 'not listed for this merchant account', look: true }] : [],
      actions: known.subscriptions === null ? [{ kind: 'by-id' }] : [],
    }
  const subscription = known.subscriptions?.find(({ id }) => id === subscriptionId)
  if (subscription && !answers.has('autocharge')) {
    const isOff = subscription.autoChargeStatus === false
    const turnOff: GuideAction = { kind: 'command', verb: 'autochargeOff', subscription }
    return {
      name: 'autocharge',
      asks: isOff
        ? 'Autocharge is off already. Is that all they want?'
        : 'Turn off autocharge. Access lasts until the end date. Is it off?',
      checks: subscriptionChecks(subscription),
      choices: [
        { answer: 'off', words: 'It is off' },
        { answer: 'kept', words: 'They keep the subscription' },
      ],
      actions: isOff ? [] : [turnOff],
    }
  }
  if (subscription && answers.get('autocharge') === 'kept')
    return {
      parts: subscription.autoChargeStatus === true ? [{ key: 'kept', facts: { product: nameOf(subscription) } }] : [],
      gaps:
        subscription.autoChargeStatus === true ? [] : ['Autocharge does not read on, so the reply does not say that it renews.'],
    }
  if (!answers.has('charge'))
    return {
      ...{ name: 'charge', asks: 'Do they want money back? For which charge?', checks: [], actions: [] },
      choices: [{ answer: 'no', words: 'No, they only cancel' }, ...receivedChoices(known)],
    }
  return refundOrReply(known, answers, subscription ? { parts: offParts(subscription), gaps: gapsOf(subscription) } : noneNamed)
}

const noneNamed: Reply = { parts: [], gaps: ['No subscription was named, so the reply says nothing of one.'] }
const gapsOf = (subscription: Parameters<typeof stillOn>[0]) =>
  subscription.autoChargeStatus === false ? [] : [stillOn(subscription)]

function refundOrReply(known: KnownOfTicket, answers: ReadonlyMap<string, string>, { parts, gaps }: Reply): ReturnType<Playbook> {
  const chosen = chosenCharge(known, answers.get('charge'))
  if (!chosen) return { parts: [...parts, { key: 'nothingRefunded', facts: {} }], gaps }
  if (!answers.has('requested'))
    return {
      ...{ name: 'requested', asks: 'Ask finance for the refund. Is it requested?', checks: refundChecks(known, chosen) },
      choices: [
        { answer: 'yes', words: 'It is requested' },
        { answer: 'no', words: 'No refund is due' },
      ],
      actions: [
        {
          ...{ kind: 'refund', orderId: chosen.order.orderId, chargeId: chosen.charge.chargeId },
          reason: 'Cancelled, and does not want the renewal',
        },
      ],
    }
  const told = refundParts(known, chosen)
  if (answers.get('requested') === 'yes')
    return { parts: [...parts, ...told], gaps: told.length === 0 ? [...gaps, notAsked] : gaps }
  return { parts: [...parts, { key: 'nothingRefunded', facts: {} }], gaps }
}
