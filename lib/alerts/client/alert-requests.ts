import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { alertRulesKey, alertsKey } from '@/lib/operations/query-keys'
import type { AlertRule, AlertRules, OpenAlert, OpenAlerts, RuleToSave } from '../alert-rule'

/** The alerts of a merchant account that nobody has closed; again every half minute, as often as rules are evaluated. */
export const alertsQuery = (merchant: string) =>
  queryOptions({
    queryKey: alertsKey(merchant),
    queryFn: ({ signal }) => request<OpenAlerts>(routes.alerts(), { merchant, signal }),
    refetchInterval: 30_000,
  })

/** The rules of a merchant account. */
export const alertRulesQuery = (merchant: string) =>
  queryOptions({
    queryKey: alertRulesKey(merchant),
    queryFn: ({ signal }) => request<AlertRules>(routes.alertRules(), { merchant, signal }),
  })

export const closeAlert = (merchant: string, actionId: string, { id }: OpenAlert) =>
  request<OpenAlerts>(routes.alertClose(id), { method: 'POST', merchant, actionId, body: {} })

/** Adds a rule, or writes one anew as of the version that was seen. */
export const saveRule = (merchant: string, actionId: string, rule: RuleToSave, of: AlertRule | null) =>
  of === null
    ? request<AlertRules>(routes.alertRules(), { merchant, actionId, body: rule })
    : request<AlertRules>(routes.alertRule(of.id), { method: 'PUT', merchant, actionId, body: rule, headers: versionOf(of) })

export const removeRule = (merchant: string, actionId: string, rule: AlertRule) =>
  request<AlertRules>(routes.alertRule(rule.id), { method: 'DELETE', merchant, actionId, headers: versionOf(rule) })

const versionOf = ({ version }: AlertRule) => ({ 'x-version': `${version}` })
