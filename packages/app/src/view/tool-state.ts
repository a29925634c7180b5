import type { ArgsOf, DataOf, ToolResult } from 'omniport/client'

/**
 * The state of the tool call that a view shows, as far as the host sent it. Each change makes a new object. `D` is the type of the
 * tool. The values have its types by its word: the server checked them, nothing in the view does.
 */
export interface ToolState<D = unknown> {
  /**
   * The arguments as far as the model has written them, from JSON that was cut off: members may be missing, short or replaced
   * later. Show them; do nothing else with them. Absent once `input` is there.
   */
  readonly partialInput?: Partial<ArgsOf<D>> | undefined
  /** The arguments. */
  readonly input?: ArgsOf<D> | undefined
  /** The result, which may be that of a failure: check `isError`. */
  readonly result?: ToolResult<DataOf<D>> | undefined
  /** There when the call was cancelled, and no result comes. */
  readonly cancelled?: Cancellation | undefined
}

/** The end of a call without a result. */
export interface Cancellation {
  /** As the host says it, for people. */
  readonly reason?: string | undefined
}
