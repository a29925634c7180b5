import type { Annotations } from './annotations.js'
import type { Meta } from './meta.js'
import type { Resource, ResourceContents } from './resource.js'

/** Binary data: base64 text, as it travels, or bytes, which are encoded when they are sent. */
export type Binary = string | Uint8Array

/**
 * A block of content, as tools, prompts and resources return it: `data` and `blob` may be bytes. Content from a peer is
 * `WireContent`.
 *
 * spec: server/tools#tool-result
 */
export type Content<B extends Binary = Binary> =
  | TextContent
  | ImageContent<B>
  | AudioContent<B>
  | ResourceLink
  | EmbeddedResource<B>

/** Content as it travels: all binary data is base64 text. */
export type WireContent = Content<string>

/** Text for people and models. spec: server/tools#text-content */
export interface TextContent {
  readonly type: 'text'
  readonly text: string
  readonly annotations?: Annotations | undefined
  readonly _meta?: Meta | undefined
}

/** A picture. spec: server/tools#image-content */
export interface ImageContent<B extends Binary = Binary> {
  readonly type: 'image'
  readonly data: B
  /** Such as `image/png`. */
  readonly mimeType: string
  readonly annotations?: Annotations | undefined
  readonly _meta?: Meta | undefined
}

/** Sound. Clients of 2024-11-05 get a text note in its place. spec: server/tools#audio-content */
export interface AudioContent<B extends Binary = Binary> {
  readonly type: 'audio'
  readonly data: B
  /** Such as `audio/wav`. */
  readonly mimeType: string
  readonly annotations?: Annotations | undefined
  readonly _meta?: Meta | undefined
}

/**
 * A resource the client may read; it need not be in any list. Text for clients older than 2025-06-18.
 *
 * spec: server/tools#resource-links
 */
export interface ResourceLink extends Resource {
  readonly type: 'resource_link'
}

/** A resource together with its contents. spec: server/tools#embedded-resources */
export interface EmbeddedResource<B extends Binary = Binary> {
  readonly type: 'resource'
  readonly resource: ResourceContents<B>
  readonly annotations?: Annotations | undefined
  readonly _meta?: Meta | undefined
}
