/** An image to show beside a name. Rendered only from `https:` and `data:` addresses. spec: basic/index#icons */
export interface Icon {
  readonly src: string
  readonly mimeType?: string | undefined
  /** Such as `48x48`, or `any`. */
  readonly sizes?: readonly string[] | undefined
  readonly theme?: 'light' | 'dark' | undefined
}

/** How a client or server names itself. Display data: nothing may be decided on it. */
export interface Implementation {
  readonly name: string
  readonly version: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly icons?: readonly Icon[] | undefined
  readonly websiteUrl?: string | undefined
}

/** What the other side is known to be: its name where it gave one, and the capabilities it declared, in newest shape. */
export interface Peer {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly capabilities: Readonly<Record<string, unknown>>
}

/** Whoever a request was authenticated as. */
export interface Principal {
  /** Stable and unique within this server. */
  readonly id: string
  readonly scopes: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
  /** When its credentials end, in milliseconds since 1970: so do streams then, and their client comes back. Default: never. */
  readonly expiresAt?: number | undefined
}
