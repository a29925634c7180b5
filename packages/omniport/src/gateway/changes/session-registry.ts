import type { Change } from '../../client/subscriptions/listening.js'
import type { Session } from '../../protocol/exchange/session.js'
import { SessionChanges } from './session-changes.js'

/** The legacy sessions of a gateway. */
export class SessionRegistry {
  readonly #sessions = new Map<Session, SessionChanges>()
  readonly #onOpen: (session: Session) => void

  /** `onOpen` is called with each session when it is first seen. */
  constructor(onOpen: (session: Session) => void) {
    this.#onOpen = onOpen
  }

  of(session: Session): SessionChanges {
    let changes = this.#sessions.get(session)
    if (changes === undefined) {
      changes = new SessionChanges(session)
      this.#sessions.set(session, changes)
      session.onEnd(() => this.#sessions.delete(session))
      // A message may outlast its session, which is gone again then.
      if (this.#sessions.has(session)) this.#onOpen(session)
    }
    return changes
  }

  /** Tells some sessions of a change. */
  publish(change: Change, isMeant: (session: Session) => boolean): void {
    for (const [session, changes] of this.#sessions) if (isMeant(session)) changes.publish(change)
  }
}
