import 'server-only'
import * as z from 'zod/mini'
import { iso } from '@/lib/core/dates'
import { invalid } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { whole } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson, searchIn } from '@/lib/platform/request'
import { type AlertRules, alertRoles, alertSources, type OpenAlerts, type RuleToSave, wrongIn } from '../alert-rule'
import { alertRow, closeAlert, countOpenAlerts, openAlerts } from './alerts'
import { addRule, changeRule, removeRule, rulesOf } from './rules'

type OfRule = { ruleId: string }

/** `GET /api/desk/alert-rules`: the rules of the merchant account, those that come with the dashboard first. */
export async function getAlertRules(request: Request, person: Person): Promise<AlertRules> {
  checked(z.strictObject({}), searchIn(request))
  return asOfNow(await alertRules(merchantFor(request, person).code))
}

export async function alertRules(merchant: string): Promise<AlertRules> {
  const data = await rulesOf(await database(), merchant)
  return { data, meta: { type: 'collection', total: data.length } }
}

const asOfNow = <A extends AlertRules | OpenAlerts>(answer: A): A => ({
  ...answer,
  meta: { ...answer.meta, asOf: iso(Date.now()) },
})

const count = z.int('Enter a whole number')
const rule = z.strictObject({
  source: z.enum(alertSources, `Use ${alertSources.join(', ')}`),
  op: z.enum(['atLeast', 'atMost'], 'Use atLeast or atMost'),
  threshold: count,
  windowMinutes: z.nullable(count),
  least: z.nullable(count),
  quietMinutes: whole(5, 43_200),
  roles: z
    .array(z.enum(alertRoles, `Use ${alertRoles.join(' or ')}`))
    .check(z.minLength(1, 'Choose who is alerted'), z.maxLength(alertRoles.length, 'Name each role once')),
  on: z.boolean('Send true or false'),
})

/** Throws `invalid` for what is no rule. */
async function ruleIn(request: Request): Promise<RuleToSave> {
  const given = checked(rule, await readJson(request))
  const wrong = wrongIn(given)
  if (wrong.length > 0) throw invalid(wrong)
  return { ...given, roles: alertRoles.filter((role) => given.roles.includes(role)) }
}

/** The version of the rule that the person saw: header `x-version`. Throws `invalid`. */
function versionIn(request: Request): number {
  const advice = 'Send the version of the rule that you saw'
  const version = z.string(advice).check(z.regex(/^[1-9]\d{0,8}$/, advice))
  return Number(
    checked(z.object({ 'x-version': version }), { 'x-version': request.headers.get('x-version') ?? undefined })['x-version'],
  )
}

/** `POST /api/desk/alert-rules` with an `x-action-id`, which names the rule. */
export async function postAlertRule(request: Request, person: Person): Promise<AlertRules | Response> {
  const id = actionIdIn(request)
  const { code: merchant } = merchantFor(request, person)
  const given = await ruleIn(request)
  if (given.source === 'silence') throw invalid([{ field: 'source', title: 'Change the rule of silence that there is' }])
  return answerOnce(
    askedUnder(id, person, { what: 'postAlertRule', merchant, content: given }),
    (claim) => addRule({ person, merchant, id }, given, claim),
    () => alertRules(merchant),
  )
}

/** `PUT /api/desk/alert-rules/{ruleId}` with an `x-action-id` and the `x-version` that was seen. */
export async function putAlertRule(request: Request, person: Person, params: OfRule): Promise<AlertRules | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.ruleId)
  const { code: merchant } = merchantFor(request, person)
  const given = await ruleIn(request)
  const version = versionIn(request)
  return answerOnce(
    askedUnder(actionId, person, { what: 'putAlertRule', merchant, content: { id, version, given } }),
    (claim) => changeRule({ person, merchant, id }, version, given, claim),
    () => alertRules(merchant),
  )
}

/** `DELETE /api/desk/alert-rules/{ruleId}` with an `x-action-id` and the `x-version` that was seen. */
export async function deleteAlertRule(request: Request, person: Person, params: OfRule): Promise<AlertRules | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.ruleId)
  const version = versionIn(request)
  const { code: merchant } = merchantFor(request, person)
  return answerOnce(
    askedUnder(actionId, person, { what: 'deleteAlertRule', merchant, content: { id, version } }),
    (claim) => removeRule({ person, merchant, id }, version, claim),
    () => alertRules(merchant),
  )
}

/** `GET /api/desk/alerts`: the alerts of the merchant account that are for the person's role and that nobody has closed. */
export async function getAlerts(request: Request, person: Person): Promise<OpenAlerts> {
  checked(z.strictObject({}), searchIn(request))
  return asOfNow(await alertsFor(person, merchantFor(request, person).code))
}

export async function alertsFor(person: Pick<Person, 'role'>, merchant: string): Promise<OpenAlerts> {
  const store = await database()
  const data = await openAlerts(store, person, merchant)
  return { data, meta: { type: 'collection', total: (await countOpenAlerts(store, person, merchant)).count } }
}

/** `POST /api/desk/alerts/{alertId}/close` with an `x-action-id`: the person has seen to it. */
export async function postAlertClose(
  request: Request,
  person: Person,
  params: { alertId: string },
): Promise<OpenAlerts | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.alertId)
  checked(z.strictObject({}), await readJson(request))
  const row = await alertRow(person, id)
  return answerOnce(
    askedUnder(actionId, person, { what: 'closeAlert', merchant: row.merchant, content: { id } }),
    (claim) => closeAlert(person, row, claim),
    () => alertsFor(person, row.merchant),
  )
}
