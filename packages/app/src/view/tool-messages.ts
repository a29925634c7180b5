import type { ArgsOf, DataOf, ToolResult } from 'omniport/client'
import { isObject } from '../channel/read-message.js'
import type { JsonObject } from '../messages/methods.js'
import { Listeners } from './listeners.js'
import type { Cancellation, ToolState } from './tool-state.js'

/** The listeners for the tool call of a view. */
export interface ToolListeners<D> {
  readonly partialInput: Listeners<Partial<ArgsOf<D>>>
  readonly input: Listeners<ArgsOf<D>>
  readonly result: Listeners<ToolResult<DataOf<D>>>
  readonly cancelled: Listeners<Cancellation>
}

/** Keeps the state of the tool call of a view, from the notifications of its host. */
export class ToolMessages<D> {
  readonly listeners: ToolListeners<D>
  readonly #onChange: () => void
  #state: ToolState<D> = {}

  constructor(onChange: () => void, onError: (reason: unknown) => void) {
    this.#onChange = onChange
    this.listeners = {
      partialInput: new Listeners(onError),
      input: new Listeners(onError),
      result: new Listeners(onError),
      cancelled: new Listeners(onError),
    }
  }

  get state(): ToolState<D> {
    return this.#state
  }

  /** Takes a notification. Others than those of tool calls are ignored. Input begins a call: what was of the last one is gone. */
  receive(method: string, params: JsonObject): void {
    if (method === 'ui/notifications/tool-input-partial') {
      const partialInput = toArguments(params) as Partial<ArgsOf<D>> // as the host says
      this.#update({ partialInput })
      this.listeners.partialInput.emit(partialInput)
    } else if (method === 'ui/notifications/tool-input') {
      const input = toArguments(params) as ArgsOf<D> // the server checks them against the schema of the tool
      this.#update({ input })
      this.listeners.input.emit(input)
    } else if (method === 'ui/notifications/tool-result') {
      const result = toToolResult<DataOf<D>>(params)
      this.#update({ input: this.#state.input, result })
      this.listeners.result.emit(result)
    } else if (method === 'ui/notifications/tool-cancelled') {
      const cancelled = typeof params['reason'] === 'string' ? { reason: params['reason'] } : {}
      this.#update({ ...this.#state, cancelled })
      this.listeners.cancelled.emit(cancelled)
    }
  }

  #update(state: ToolState<D>): void {
    this.#state = state
    this.#onChange()
  }
}

/** The result of a tool, as it came: without content it has an empty list, so that a view can read it. */
export function toToolResult<T>(result: JsonObject): ToolResult<T> {
  const content = Array.isArray(result['content']) ? result['content'] : []
  return { ...result, content, isError: result['isError'] === true } as ToolResult<T> // the server checks the structured part
}

function toArguments(params: JsonObject): JsonObject {
  return isObject(params['arguments']) ? params['arguments'] : {}
}
