/** One wait for a person who comes back from the authorization server. */
export interface RedirectListener {
  /** What the authorization server is told to send the person back to. */
  readonly url: string
  /** The whole URL that the person came back with. Rejects with the reason of the signal it was opened with. */
  readonly received: Promise<string>
  /** Stops waiting. Settles last. */
  close(): Promise<void>
}

/** How a platform reaches a person: a browser to open, and an address to come back to. */
export interface BrowserLauncher {
  /** Opens a web address that was checked. */
  open(url: string): Promise<void>
  /**
   * Listens on a port of this machine until somebody comes back with this `state`; what comes with another is answered and
   * ignored. `port`: the one to listen on, where the client was registered with it.
   */
  listen(options: {
    readonly state: string
    readonly port?: number
    readonly signal: AbortSignal
  }): Promise<RedirectListener>
}
