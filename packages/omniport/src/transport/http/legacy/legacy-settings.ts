import type { EventLog } from '../../../store/event-log.js'
import { createMemoryEventLog } from '../../../store/memory/memory-event-log.js'
import type { Sessions } from '../../../store/sessions.js'
import type { HttpSettings } from '../http-settings.js'
import { RequestIds } from './requests/request-ids.js'
import { SessionMessages } from './sessions/session-messages.js'

/** The settings of an HTTP server, and what its legacy sessions store. */
export interface LegacySettings extends HttpSettings {
  readonly eventLog: EventLog
  /** Creates the ids of requests to clients, and knows where nodes leave each other the responses. */
  readonly requestIds: RequestIds
  /** The records of sessions that nodes share. Undefined if they share none. */
  readonly sessionStore: Sessions | undefined
  /** Tells the other nodes what happens to a session. Undefined if they share none, or have no bus. */
  readonly sessionMessages: SessionMessages | undefined
}

export function createLegacySettings(settings: HttpSettings): LegacySettings {
  const { limits, runtime, logger, secrets, target, auth } = settings
  const { eventLog, inbox, sessions, bus } = target.environment?.stores ?? {}
  const maxBytes = auth === undefined ? limits.anonymousBytes : undefined
  return {
    ...settings,
    eventLog: eventLog ?? createMemoryEventLog({ limits, clock: runtime, maxBytes }),
    requestIds: new RequestIds({ runtime, logger, secrets, inbox }),
    sessionStore: sessions,
    sessionMessages: sessions && bus && new SessionMessages(bus, runtime),
  }
}
