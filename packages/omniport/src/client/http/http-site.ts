import type { Limits } from '../../protocol/limits.js'
import type { Runtime } from '../../protocol/runtime.js'
import type { HttpSender } from '../../transport/http-sender.js'

/** What all requests to one server share. */
export interface HttpSite {
  readonly url: URL
  /** Of the user, on every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly sender: HttpSender
  readonly limits: Limits
  readonly runtime: Runtime
  /** Gets what no call can reject with. */
  readonly report: (reason: unknown) => void
}

/** An address as messages name it: its query may be a secret. */
export function placeOf(url: URL): string {
  return url.origin + url.pathname
}
