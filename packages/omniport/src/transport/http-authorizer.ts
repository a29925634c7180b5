export interface AuthorizedRequest {
  readonly method: string
  readonly url: string
}

/** A reply that refuses a request for want of credentials, or of better ones. */
export interface AuthRefusal extends AuthorizedRequest {
  readonly status: number
  /** The headers that the authorizer gave to the refused request. */
  readonly sent: Readonly<Record<string, string>>
  /** The number of times this request was sent again, each time with other credentials. */
  readonly retries: number
  /** Nobody waits for it: no person is asked for its sake. Default: false. */
  readonly isQuiet?: boolean | undefined
  /** One header of the reply by its name in lower case. */
  header(name: string): string | undefined
}

/** Gives the requests to one server their credentials. */
export interface HttpAuthorizer {
  /**
   * The headers to add, names in lower case; none while there are no credentials. Asks no person. Rejects with OmniportError
   * `unauthorized`, `unreachable` or `timeout` where that may be over in a moment, or with the reason of `signal`.
   */
  headers(request: AuthorizedRequest, signal: AbortSignal): Promise<Readonly<Record<string, string>>>
  /**
   * Gets what a refused request lacks. True: it is to be sent again, with what `headers` gives then. False: the refusal stands.
   * Rejects with OmniportError `unauthorized` where the credentials cannot be had, `unreachable` or `timeout` where that may be
   * over in a moment, or with the reason of `signal`.
   */
  recover(refusal: AuthRefusal, signal: AbortSignal): Promise<boolean>
  /** Hears of each reply, which may carry a nonce for the next request. */
  onReply(reply: Pick<AuthRefusal, 'url' | 'header'>): void
}
