import type { DisplayMode } from './display.js'

/** The features of a view, which it declares in `ui/initialize`. spec: apps#app-capabilities-in-uiinitialize */
export interface AppCapabilities {
  readonly experimental?: Readonly<Record<string, unknown>> | undefined
  /** The view has tools of its own, which the host may call. */
  readonly tools?: ListCapability | undefined
  /** All modes that the view supports. */
  readonly availableDisplayModes?: readonly DisplayMode[] | undefined
}

/** The features of a host. One that is absent is not there. spec: apps#host-capabilities */
export interface HostCapabilities {
  readonly experimental?: Readonly<Record<string, unknown>> | undefined
  readonly openLinks?: Feature | undefined
  readonly downloadFile?: Feature | undefined
  readonly serverTools?: ListCapability | undefined
  readonly serverResources?: ListCapability | undefined
  readonly logging?: Feature | undefined
  readonly sandbox?: { readonly permissions?: Permissions | undefined; readonly csp?: Csp | undefined } | undefined
  readonly updateModelContext?: ContentKinds | undefined
  readonly message?: ContentKinds | undefined
}

/** Something that is there, without settings. */
export type Feature = Readonly<Record<string, unknown>>

/** Something that is listed; `listChanged`: changes of the list are notified. */
export interface ListCapability {
  readonly listChanged?: boolean | undefined
}

/** The kinds of content that a host takes. */
export interface ContentKinds {
  readonly text?: Feature | undefined
  readonly image?: Feature | undefined
  readonly audio?: Feature | undefined
  readonly resource?: Feature | undefined
  readonly resourceLink?: Feature | undefined
  readonly structuredContent?: Feature | undefined
}

/** The origins that a view reaches, by use. An absent list has none. spec: apps#ui-resource-format */
export interface Csp {
  /** `fetch` and WebSocket. */
  readonly connectDomains?: readonly string[] | undefined
  /** Scripts, styles, images, fonts and media. */
  readonly resourceDomains?: readonly string[] | undefined
  /** Frames inside the view. */
  readonly frameDomains?: readonly string[] | undefined
  /** The `href` of `<base>`. */
  readonly baseUriDomains?: readonly string[] | undefined
}

/** The parts of the device that a view wants to use. spec: apps#ui-resource-format */
export interface Permissions {
  readonly camera?: Feature | undefined
  readonly microphone?: Feature | undefined
  readonly geolocation?: Feature | undefined
  readonly clipboardWrite?: Feature | undefined
}
