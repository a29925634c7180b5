/** Waits for one redirect from the authorization server. */
export interface RedirectListener {
  /** The redirect URL. */
  readonly url: string
  /** The whole URL that the user was redirected to. Rejects with the reason of the signal. */
  readonly received: Promise<string>
  /** Stops waiting. Settles last. */
  close(): Promise<void>
}

/** Opens a browser, and listens for the redirect that follows. */
export interface BrowserLauncher {
  /** Opens a URL that was checked. */
  open(url: string): Promise<void>
  /**
   * Listens on a port of this machine until a redirect with this `state` arrives; requests with another are answered and
   * ignored. `port`: the one that the client was registered with.
   */
  listen(options: {
    readonly state: string
    readonly port?: number
    readonly signal: AbortSignal
  }): Promise<RedirectListener>
}
