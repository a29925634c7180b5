import type { ResponseWriter } from '../answer.js'
import type { EventWriter } from '../outlet.js'
import type { HttpContext } from '../post.js'
import type { HttpSession } from './http-session.js'
import { createResumableEventWriter } from './logged-outlet.js'
import { sendResumableEvents } from './send-logged-event.js'

/** The way of answers that a client can come back to. */
export class ResumableResponse implements ResponseWriter {
  readonly #session: HttpSession

  constructor(session: HttpSession) {
    this.#session = session
  }

  open(context: HttpContext): EventWriter {
    return createResumableEventWriter(context, this.#session)
  }

  sendComplete(context: HttpContext, data: string): void {
    sendResumableEvents(context, this.#session, data)
  }

  statusOf(): number {
    return 200
  }
}
