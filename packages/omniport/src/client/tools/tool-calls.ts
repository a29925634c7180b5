import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { AnySchema } from '../../schema/schema.js'
import { createValidator, type Validator } from '../../schema/standard/validator.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { CallOptions } from '../call-options.js'
import type { ClientServices } from '../client-services.js'
import type { OnExtensionResult } from '../extensions/extension-result.js'
import type { ClientRequests } from '../requests/client-requests.js'
import { TaskHandle } from '../tasks/task-handle.js'
import { ToolTasks } from '../tasks/tool-tasks.js'
import { checkStructured, withContent } from './check-structured.js'
import type { ToolHeaders } from './tool-headers.js'
import { ToolOutputs } from './tool-outputs.js'
import type { ToolResult } from './tool-result.js'

export interface ToolCallOptions extends CallOptions {
  readonly output?: AnySchema | undefined
}

export type CallParams = { readonly name: string; readonly arguments?: object }

/** Calls tools, and checks their results against the declared schema, or the one of the caller. */
export class ToolCalls {
  readonly #requests: ClientRequests
  readonly #limits: Limits
  readonly #report: ClientServices['report']
  readonly #outputs: ToolOutputs
  readonly #headers: ToolHeaders
  readonly #autoRefresh: boolean
  readonly #listTools: () => Promise<unknown>
  readonly #tasks: ToolTasks

  /** `listTools` lists the tools of the server, and calls `update` with them. */
  constructor(requests: ClientRequests, services: ClientServices, listTools: () => Promise<unknown>) {
    const { limits, report, toolHeaders, autoRefresh } = services
    this.#requests = requests
    this.#limits = limits
    this.#report = report
    this.#outputs = new ToolOutputs(limits, report)
    this.#headers = toolHeaders
    this.#autoRefresh = autoRefresh
    this.#listTools = listTools
    this.#tasks = new ToolTasks({ requests, services, listTools })
  }

  /** Stores the tools of a new list, and returns those that can be called. */
  update(tools: readonly Tool[]): readonly Tool[] {
    const usable = this.#requests.mirrorsArguments ? this.#headers.replace(tools) : tools
    this.#tasks.update(usable)
    this.#outputs.replace(this.#requests.profile.structured === 'none' ? [] : usable)
    return usable
  }

  /** Rejects with TypeError for an unusable `output`, before anything is sent. spec: server/tools#calling-tools */
  async call(name: string, args: object | undefined, options: ToolCallOptions): Promise<ToolResult<unknown>> {
    const { output } = options
    const wanted = output === undefined ? undefined : createValidator(output, 'output', this.#limits)
    const params = paramsOf(name, args)
    const answer = await this.#tasks.call(params, options, () => this.#send(params, options))
    const result = answer as object as ToolResult<unknown> // the codec checks results of tools/call
    if (wanted !== undefined) return checkStructured(result, wanted, { name, replace: true })
    return this.#checkDeclared(name, result)
  }

  /** Calls a tool as a task, which runs even if its result is not requested. */
  async callTask(name: string, args: object | undefined, options: CallOptions): Promise<TaskHandle> {
    const params = paramsOf(name, args)
    const task = await this.#tasks.start(params, options, (onExtensionResult) =>
      this.#send(params, options, onExtensionResult),
    )
    const check = async (result: object) => this.#checkDeclared(name, result as ToolResult<unknown>) // as above
    return new TaskHandle(task, { maxTimeoutMs: options.maxTimeoutMs, check })
  }

  /**
   * Sends the call, and sends it again, once, when the server refuses it because headers are missing and the tools of a new
   * list need other headers. Such a refusal comes before the tool runs.
   *
   * spec: basic/transports/streamable-http#client-behavior
   */
  #send(
    params: CallParams,
    options: CallOptions,
    onExtensionResult?: OnExtensionResult,
  ): Promise<Readonly<Record<string, unknown>>> {
    const request = { method: 'tools/call', params, options, normalise: withContent, onExtensionResult }
    if (!this.#autoRefresh || !this.#requests.canMirrorArguments) return this.#requests.send(request)
    const sent = this.#headersOf(params)
    return this.#requests.send(request).catch(async (reason) => {
      if (!RpcError.is(reason) || reason.code !== -32020 || !this.#requests.mirrorsArguments) throw reason
      await this.#listTools().catch(this.#report)
      if (JSON.stringify(this.#headersOf(params)) === JSON.stringify(sent)) throw reason
      return this.#requests.send(request)
    })
  }

  #headersOf({ name, arguments: args }: CallParams): Readonly<Record<string, string>> {
    return this.#headers.headersOf(name, args)
  }

  #checkDeclared(name: string, result: ToolResult<unknown>): ToolResult<unknown> | Promise<ToolResult<unknown>> {
    const validator = this.#outputs.validatorOf(name)
    return validator === undefined ? result : this.#check(name, result, validator)
  }

  /** An unusable schema is an error of the server, so it is reported and does not fail the call. */
  async #check(name: string, result: ToolResult<unknown>, validator: Validator): Promise<ToolResult<unknown>> {
    try {
      return await checkStructured(result, validator, { name, replace: false })
    } catch (reason) {
      if (OmniportError.is(reason)) throw reason
      this.#report(reason)
      return result
    }
  }
}

function paramsOf(name: string, args: object | undefined): CallParams {
  return args === undefined ? { name } : { name, arguments: args }
}
