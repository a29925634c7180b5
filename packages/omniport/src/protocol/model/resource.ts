import type { Icon } from '../exchange/peer.js'
import type { Annotations } from './annotations.js'
import type { Binary } from './content.js'
import type { Meta } from './meta.js'

/** A resource as `resources/list` returns it. spec: server/resources#resource */
export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
  /** Bytes, before any encoding. */
  readonly size?: number | undefined
  readonly icons?: readonly Icon[] | undefined
  readonly annotations?: Annotations | undefined
  readonly _meta?: Meta | undefined
}

/** A family of resources as `resources/templates/list` returns it. spec: server/resources#resource-templates */
export interface ResourceTemplate {
  /** RFC 6570. */
  readonly uriTemplate: string
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Of every resource that matches; absent where they differ. */
  readonly mimeType?: string | undefined
  readonly icons?: readonly Icon[] | undefined
  readonly annotations?: Annotations | undefined
  readonly _meta?: Meta | undefined
}

/** The contents of a resource: text, or binary data. spec: server/resources#resource-contents */
export type ResourceContents<B extends Binary = Binary> = TextResourceContents | BlobResourceContents<B>

/** The contents of a resource that is text. */
export interface TextResourceContents {
  readonly uri: string
  readonly mimeType?: string | undefined
  readonly text: string
  readonly blob?: undefined
  readonly _meta?: Meta | undefined
}

/** The contents of a resource that is not text. */
export interface BlobResourceContents<B extends Binary = Binary> {
  readonly uri: string
  readonly mimeType?: string | undefined
  readonly blob: B
  readonly text?: undefined
  readonly _meta?: Meta | undefined
}
