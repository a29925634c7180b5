import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { Limits } from '../protocol/limits.js'
import type { Tool } from '../protocol/model/tool.js'
import type { AnySchema } from '../schema/schema.js'
import { createValidator } from '../schema/validator.js'
import type { CallOptions } from './call-options.js'
import { checkStructured, withContent } from './check-structured.js'
import type { ClientRequests } from './client-requests.js'
import type { Home } from './home.js'
import { ToolOutputs } from './tool-outputs.js'
import type { ToolResult } from './tool-result.js'

/** How to call a tool. */
export interface ToolCallOptions extends CallOptions {
  readonly output?: AnySchema | undefined
}

/** Calls tools, and checks what they give against what they declared or what the caller expects. */
export class ToolCalls {
  readonly #requests: ClientRequests
  readonly #limits: Limits
  readonly #report: Home['report']
  readonly #outputs: ToolOutputs

  constructor(requests: ClientRequests, { limits, report }: Home) {
    this.#requests = requests
    this.#limits = limits
    this.#report = report
    this.#outputs = new ToolOutputs(limits, report)
  }

  /** Takes note of the tools that there are now. */
  know(tools: readonly Tool[]): void {
    this.#outputs.replace(this.#requests.profile.structured === 'none' ? [] : tools)
  }

  /**
   * spec: server/tools#calling-tools
   *
   * Rejects with TypeError when `output` is no usable schema, before anything is sent.
   */
  async call(
    name: string,
    args: object | undefined,
    { output, ...options }: ToolCallOptions,
  ): Promise<ToolResult<unknown>> {
    const wanted = output === undefined ? undefined : createValidator(output, 'output', this.#limits)
    const params = { name, ...(args !== undefined && { arguments: args }) }
    const answer = await this.#requests.ask({ method: 'tools/call', params, options, mend: withContent })
    const result = answer as object as ToolResult<unknown> // the codec saw to that
    if (wanted !== undefined) return checkStructured(result, wanted, { name, replace: true })
    return this.#checkDeclared(name, result)
  }

  /** A schema that cannot be used is the server's mistake, not that of this call. */
  async #checkDeclared(name: string, result: ToolResult<unknown>): Promise<ToolResult<unknown>> {
    const validator = this.#outputs.validatorOf(name)
    if (validator === undefined) return result
    try {
      return await checkStructured(result, validator, { name, replace: false })
    } catch (reason) {
      if (OmniportError.is(reason)) throw reason
      this.#report(reason)
      return result
    }
  }
}
