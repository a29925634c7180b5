/** An image to show beside a name. Rendered only from `https:` and `data:` addresses. spec: basic/index#icons */
export interface Icon {
  readonly src: string
  readonly mimeType?: string | undefined
  /** Such as `48x48`, or `any`. */
  readonly sizes?: readonly string[] | undefined
  readonly theme?: 'light' | 'dark' | undefined
}

/** The name of a client or server. Display data: decide nothing on it. */
export interface Implementation {
  readonly name: string
  readonly version: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly icons?: readonly Icon[] | undefined
  readonly websiteUrl?: string | undefined
}

/** The other side: its name if it gave one, and the capabilities it declared, in newest shape. */
export interface Peer {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly capabilities: Readonly<Record<string, unknown>>
}

/** The authenticated caller of a request. */
export interface Principal {
  /** Stable and unique within this server. */
  readonly id: string
  readonly scopes: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
  /** The time its credentials expire, in milliseconds since 1970. Streams end then, and their client reconnects. Default: never. */
  readonly expiresAt?: number | undefined
}
