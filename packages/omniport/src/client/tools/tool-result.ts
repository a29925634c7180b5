import type { WireContent } from '../../protocol/model/content.js'
import type { Meta } from '../../protocol/model/meta.js'

/**
 * The result of a tool call. After a check of `isError`, `structuredContent` has its type. `textOf(result)` returns the
 * text.
 *
 * spec: server/tools#tool-result
 */
export type ToolResult<T> =
  | {
      readonly isError?: false | undefined
      readonly content: WireContent[]
      /** Validated against the schema of the tool, or the one given as `output`. Undefined without a schema. */
      readonly structuredContent: T
      readonly _meta?: Meta | undefined
    }
  | {
      readonly isError: true
      readonly content: WireContent[]
      readonly structuredContent?: undefined
      readonly _meta?: Meta | undefined
    }
