import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import type { AuthorizedRequest, AuthRefusal, HttpAuthorizer } from '../../../transport/http-authorizer.js'
import type { AuthOptions } from '../auth-options.js'
import { fromApplication } from '../sources/from-application.js'
import { SharedWork } from './shared-work.js'

/** A token that the application has, or gets. */
export type GivenToken = NonNullable<AuthOptions['token']>

/** What such credentials are made from. */
export interface GivenTokenOptions {
  readonly given: GivenToken
  /** Names the server in messages. */
  readonly serverHref: string
  /** Runs what may take as long as a person does. */
  readonly waiting: <T>(work: () => Promise<T>) => Promise<T>
}

/** Sends the token of the application; a function is asked again when a token of it was refused, once for all who wait. */
export class GivenTokenAuthorizer implements HttpAuthorizer {
  readonly #given: GivenToken
  readonly #serverHref: string
  readonly #waiting: GivenTokenOptions['waiting']
  readonly #work = new SharedWork()
  #token: string | undefined

  constructor({ given, serverHref, waiting }: GivenTokenOptions) {
    this.#given = given
    this.#serverHref = serverHref
    this.#waiting = waiting
  }

  async headers(_request: AuthorizedRequest, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    if (this.#token === undefined) await this.#ask(signal)
    return { authorization: `Bearer ${this.#token}` }
  }

  async recover({ status, sent, retries }: AuthRefusal, signal: AbortSignal): Promise<boolean> {
    if (status !== 401) return false
    const refused = sent['authorization']
    if (refused !== this.#header()) return true
    if (typeof this.#given === 'function' && retries === 0) {
      await this.#ask(signal)
      if (refused !== this.#header()) return true
    }
    throw new OmniportError('unauthorized', `${this.#serverHref} refuses the token of auth.token`, { status })
  }

  onReply(): void {}

  #header(): string {
    return `Bearer ${this.#token}`
  }

  #ask(signal: AbortSignal): Promise<void> {
    return this.#work.join('token', (aborted) => this.#waiting(() => this.#get(aborted)), signal)
  }

  async #get(signal: AbortSignal): Promise<void> {
    const given = this.#given
    const token = typeof given === 'string' ? given : await fromApplication('auth.token', given, signal)
    if (!isToken(token))
      throw new OmniportError('unauthorized', 'auth.token gave a text that cannot be sent as a token')
    this.#token = token
  }
}

/** Visible ASCII characters, so that no header is torn apart. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,65536}$/.test(text)
}
