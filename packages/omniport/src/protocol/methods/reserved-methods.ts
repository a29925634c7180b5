import { legacyMethods, modernMethods, taskMethods } from '../codec/codec-of.js'
import type { InputMethod } from '../model/input-request.js'

/**
 * Tells if a method belongs to the protocol in any revision and direction, to JSON-RPC, or to the tasks extension, which
 * reserves `tasks/`. No other extension may define it.
 */
export function isReservedMethod(method: string): boolean {
  return reservedMethods.has(method) || /^(?:tasks\/|notifications\/|rpc\.)/.test(method)
}

const inputRequestMethods: readonly InputMethod[] = ['elicitation/create', 'sampling/createMessage', 'roots/list']

const reservedMethods: ReadonlySet<string> = new Set([
  ...legacyMethods.keys(),
  ...taskMethods.keys(),
  ...modernMethods.keys(),
  ...inputRequestMethods,
])

/** The notifications that belong to the protocol in any revision and direction, or to the tasks extension. */
export const reservedNotifications: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/elicitation/complete',
  'notifications/initialized',
  'notifications/message',
  'notifications/progress',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/roots/list_changed',
  'notifications/subscriptions/acknowledged',
  'notifications/tasks',
  'notifications/tasks/status',
  'notifications/tools/list_changed',
])
