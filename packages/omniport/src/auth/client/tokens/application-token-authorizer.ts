import type { AuthorizedRequest, AuthRefusal, HttpAuthorizer } from '../../../transport/http-authorizer.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuthOptions } from '../auth-options.js'
import { asksForKey } from '../challenge/parse-challenges.js'
import { readFromApplication } from '../grants/read-from-application.js'
import { type RunWork, SharedWork } from './shared-work.js'

/** A token of the application, or a function that gets one. */
export type ApplicationToken = NonNullable<AuthOptions['token']>

export interface ApplicationTokenOptions {
  readonly given: ApplicationToken
  /** The server, for messages. */
  readonly serverHref: string
  readonly withTimeoutsPaused: RunWork
}

/** Sends the token of the application. A function is called again when its token was refused, once for all waiting requests. */
export class ApplicationTokenAuthorizer implements HttpAuthorizer {
  readonly #given: ApplicationToken
  readonly #serverHref: string
  readonly #work: SharedWork
  #token: string | undefined

  constructor({ given, serverHref, withTimeoutsPaused }: ApplicationTokenOptions) {
    this.#given = given
    this.#serverHref = serverHref
    this.#work = new SharedWork(withTimeoutsPaused)
  }

  async headers(_request: AuthorizedRequest, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    if (this.#token === undefined) await this.#obtain(signal)
    return { authorization: `Bearer ${this.#token}` }
  }

  async recover({ status, sent, retries, header }: AuthRefusal, signal: AbortSignal): Promise<boolean> {
    if (status !== 401 || asksForKey(header('www-authenticate'))) return false
    const refused = sent['authorization']
    if (refused !== this.#header()) return true
    if (typeof this.#given === 'function' && retries === 0) {
      await this.#obtain(signal)
      if (refused !== this.#header()) return true
    }
    throw new OmniportError('unauthorized', `${this.#serverHref} refuses the token of auth.token`, { status })
  }

  onReply(): void {}

  #header(): string {
    return `Bearer ${this.#token}`
  }

  #obtain(signal: AbortSignal): Promise<void> {
    return this.#work.join('token', (aborted) => this.#readToken(aborted), signal)
  }

  async #readToken(signal: AbortSignal): Promise<void> {
    const given = this.#given
    const token = typeof given === 'string' ? given : await readFromApplication('auth.token', given, signal)
    if (!isToken(token))
      throw new OmniportError('unauthorized', 'auth.token must be visible ASCII of at most 65536 characters')
    this.#token = token
  }
}

/** Visible ASCII characters are safe in a header. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,65536}$/.test(text)
}
