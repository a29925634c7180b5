import type { ResponseWriter } from '../answer.js'
import type { Outlet } from '../outlet.js'
import type { Post } from '../post.js'
import type { HttpSession } from './http-session.js'
import { createLoggedOutlet } from './logged-outlet.js'
import { sendLoggedEvent } from './send-logged-event.js'

/** The way of answers that a client can come back to. */
export class ResumableResponse implements ResponseWriter {
  readonly #session: HttpSession

  constructor(session: HttpSession) {
    this.#session = session
  }

  open(post: Post): Outlet {
    return createLoggedOutlet(post, this.#session)
  }

  sendComplete(post: Post, data: string): void {
    sendLoggedEvent(post, this.#session, data)
  }

  statusOf(): number {
    return 200
  }
}
