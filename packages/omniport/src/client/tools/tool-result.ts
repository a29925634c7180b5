import type { WireContent } from '../../protocol/model/content.js'
import type { Meta } from '../../protocol/model/meta.js'

/**
 * What a call of a tool came to: look at `isError` first, then `structuredContent` has its type. `textOf(result)` is its
 * text.
 *
 * spec: server/tools#tool-result
 */
export type ToolResult<T> =
  | {
      readonly isError?: false | undefined
      readonly content: WireContent[]
      /** Validated against the schema the tool declares, or the one given as `output`. Undefined if neither has one. */
      readonly structuredContent: T
      readonly _meta?: Meta | undefined
    }
  | {
      readonly isError: true
      readonly content: WireContent[]
      readonly structuredContent?: undefined
      readonly _meta?: Meta | undefined
    }
