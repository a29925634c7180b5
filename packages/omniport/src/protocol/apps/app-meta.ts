/**
 * What the page of an app needs, as its server declares it in `_meta.ui` of the resource. A host grants that, or less.
 *
 * spec: SEP-1865#ui-resource-format
 */
export interface AppMeta {
  readonly csp?: AppCsp | undefined
  readonly permissions?: AppPermissions | undefined
  /** The origin that the view should have. Each host documents the format that it takes. */
  readonly domain?: string | undefined
  /** True: the view should have a border and a background; false: it should have none. Without it, the host decides. */
  readonly prefersBorder?: boolean | undefined
}

/**
 * The origins that a page may use, such as `https://api.example.com`, or `https://*.example.com` for all subdomains. What is not
 * listed is blocked. 100 of each kind at most.
 */
export interface AppCsp {
  /** For requests and sockets: `connect-src`. `wss:` is allowed here only. */
  readonly connectDomains?: readonly string[] | undefined
  /** For scripts, styles, images, fonts and media. */
  readonly resourceDomains?: readonly string[] | undefined
  /** For frames within the page: `frame-src`. */
  readonly frameDomains?: readonly string[] | undefined
  /** For `<base>`: `base-uri`. */
  readonly baseUriDomains?: readonly string[] | undefined
}

/** The features of the browser that a page asks for, each with `{}`. */
export interface AppPermissions {
  readonly camera?: object | undefined
  readonly microphone?: object | undefined
  readonly geolocation?: object | undefined
  readonly clipboardWrite?: object | undefined
}
