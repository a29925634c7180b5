import type { LogLevel } from 'omniport/protocol'
import type { JsonObject } from '../messages/methods.js'
import type { BridgeEvents } from './bridge-options.js'

const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** Passes a notification of a view on; one that is malformed or unknown is ignored, since nobody waits for an answer. */
export function receiveNotification(on: BridgeEvents, method: string, params: JsonObject): void {
  if (method === 'ui/notifications/request-teardown') on.closeRequest?.()
  if (method !== 'notifications/message') return
  const { data, logger } = params
  const level = levels.find((each) => each === params['level'])
  if (level !== undefined) on.log?.({ level, data, ...(typeof logger === 'string' ? { logger } : {}) })
}
