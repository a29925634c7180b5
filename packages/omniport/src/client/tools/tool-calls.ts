import { andThen, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isHeaderMismatch } from '../../protocol/headers/header-mismatch.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { AnySchema } from '../../schema/schema.js'
import type { Validator } from '../../schema/standard/validator.js'
import { isObject } from '../../values/json/is-object.js'
import { mustBe } from '../../values/options/check-options.js'
import { nearest } from '../../values/text/nearest.js'
import type { ToolCallOptions } from '../call-options.js'
import type { ClientServices } from '../client-services.js'
import type { OnExtensionResult } from '../extensions/extension-result.js'
import { assertName, checkCallOptions } from '../requests/check-arguments.js'
import type { ClientRequests } from '../requests/client-requests.js'
import { TaskHandle } from '../tasks/task-handle.js'
import { ToolTasks } from '../tasks/tool-tasks.js'
import { checkStructured, withContent } from './check-structured.js'
import { loadValidators } from './load-validators.js'
import type { ToolHeaders } from './tool-headers.js'
import { ToolOutputs } from './tool-outputs.js'
import type { ToolResult } from './tool-result.js'

export interface OutputOptions extends ToolCallOptions {
  readonly output?: AnySchema | undefined
}

/** One call, with the check of its result: by the schema that the tool had when the call was sent. */
interface CheckedCall {
  readonly params: CallParams
  readonly options: OutputOptions
  validator: Validator | undefined
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
  /** The names of the last list; undefined before there was one. */
  #names: ReadonlySet<string> | undefined
  readonly #tasks: ToolTasks

  /** `listTools` lists the tools of the server, and calls `update` with them. */
  constructor(requests: ClientRequests, services: ClientServices, listTools: () => Promise<unknown>) {
    const { limits, report, toolHeaders, autoRefresh } = services
    this.#requests = requests
    this.#limits = limits
    this.#report = report
    this.#outputs = new ToolOutputs(limits)
    this.#headers = toolHeaders
    this.#autoRefresh = autoRefresh
    this.#listTools = listTools
    this.#tasks = new ToolTasks({ requests, services, listTools })
  }

  /** Stores the tools of a new list, and returns those that can be called. */
  update(tools: readonly Tool[]): readonly Tool[] {
    const usable = this.#requests.mirrorsArguments ? this.#headers.replace(tools) : tools
    this.#names = new Set(tools.map(({ name }) => name))
    this.#tasks.update(usable)
    this.#outputs.replace(this.#requests.profile.structured === 'none' ? [] : usable)
    return usable
  }

  /**
   * Rejects before anything is sent with TypeError for an unusable `output`, and with OmniportError `unsupported` for a tool
   * whose own output schema cannot be checked: afterwards it would have run, and its result would be lost.
   *
   * spec: server/tools#calling-tools
   */
  async call(name: string, args: object | undefined, options: OutputOptions): Promise<ToolResult<unknown>> {
    const prepared = this.#prepare(name, args, options)
    const call = isPromise(prepared) ? await prepared : prepared // mostly it is there at once
    const isTask = this.#tasks.isRequired(name)
    try {
      const plain = () => this.#send(call)
      return check(await (isTask ? this.#tasks.callRequired({ ...this.#taskCall(call), plain }) : plain()), call)
    } catch (reason) {
      if (isTask) throw this.#withSuggestion(reason, name)
      return this.#callRefused(reason, call)
    }
  }

  /** Here alone, so that a call that is not refused pays for no recovery. */
  async #callRefused(reason: unknown, call: CheckedCall): Promise<ToolResult<unknown>> {
    try {
      return check(await this.#tasks.callRefused(reason, this.#taskCall(call)), call)
    } catch (problem) {
      throw this.#withSuggestion(problem, call.params.name)
    }
  }

  /** Adds the tool that an unknown name most likely means, where the tools were listed. */
  #withSuggestion(reason: unknown, name: string): unknown {
    if (!RpcError.is(reason) || this.#names === undefined || this.#names.has(name)) return reason
    const close = nearest(name, this.#names)
    if (close === undefined || reason.message.includes('did you mean')) return reason
    return new RpcError(reason.code, `${reason.message}; did you mean "${close}"?`, reason.data, { cause: reason })
  }

  /** Calls a tool as a task, which runs even if its result is not requested. Rejects as `call` does. */
  async callTask(name: string, args: object | undefined, options: ToolCallOptions): Promise<TaskHandle> {
    const call = await this.#prepare(name, args, options)
    const task = await this.#tasks.start({
      ...this.#taskCall(call),
      plain: (onExtensionResult) => this.#send(call, onExtensionResult),
    })
    return new TaskHandle(task, { maxTimeoutMs: options.maxTimeoutMs, check: async (result) => check(result, call) })
  }

  /** Takes up a task that was created before. Its result is checked by `output` alone, since the tool is not known. */
  async getTask(id: string, options: OutputOptions): Promise<TaskHandle> {
    assertName('getTask', 'id', id)
    checkCallOptions(options)
    const validator = options.output === undefined ? undefined : await this.#validatorFor('', options)
    const task = await this.#tasks.get(id, options)
    const call = { params: { name: `of the task ${id.slice(0, 64)}` }, options, validator }
    return new TaskHandle(task, { maxTimeoutMs: options.maxTimeoutMs, check: async (result) => check(result, call) })
  }

  /** Rejects as `call` would before it sends anything. */
  async assertCheckable(name: string, options: ToolCallOptions): Promise<void> {
    await this.#prepare(name, undefined, options)
  }

  #prepare(name: string, args: object | undefined, options: OutputOptions): MaybePromise<CheckedCall> {
    assertName('callTool', 'name', name)
    if (args !== undefined && !isObject(args)) throw mustBe('callTool: the arguments', 'an object', args)
    checkCallOptions(options)
    const params = args === undefined ? { name } : { name, arguments: args }
    return andThen(this.#validatorFor(name, options), (validator) => ({ params, options, validator }))
  }

  #validatorFor(name: string, { output, validateOutput }: OutputOptions): MaybePromise<Validator | undefined> {
    if (output !== undefined) {
      return andThen(loadValidators(), ({ createValidator }) => {
        const validator = createValidator(output, 'output', this.#limits)
        return validator.prepare()?.then(() => validator) ?? validator
      })
    }
    return validateOutput === false ? undefined : this.#outputs.prepare(name)
  }

  /** A call that was not sent yet, for the tasks. They list the tools where they need to, which may change the schema. */
  #taskCall(call: CheckedCall) {
    return { params: call.params, options: call.options, onListed: () => this.#prepareAgain(call) }
  }

  async #prepareAgain(call: CheckedCall): Promise<void> {
    call.validator = await this.#validatorFor(call.params.name, call.options)
  }

  /**
   * Sends the call, and sends it again, once, when the server refuses it because headers are missing and the tools of a new
   * list need other headers. Such a refusal comes before the tool runs.
   *
   * spec: basic/transports/streamable-http#client-behavior
   */
  #send(call: CheckedCall, onExtensionResult?: OnExtensionResult): Promise<Readonly<Record<string, unknown>>> {
    const { params, options } = call
    const request = { method: 'tools/call', params, options, normalise: withContent, onExtensionResult }
    if (!this.#autoRefresh || !this.#requests.canMirrorArguments) return this.#requests.send(request)
    const sent = this.#headersOf(params)
    return this.#requests.send(request).catch(async (reason) => {
      if (!RpcError.is(reason) || !isHeaderMismatch(reason) || !this.#requests.mirrorsArguments) throw reason
      await this.#listTools().catch(this.#report)
      if (JSON.stringify(this.#headersOf(params)) === JSON.stringify(sent)) throw reason
      await this.#prepareAgain(call)
      return this.#requests.send(request)
    })
  }

  #headersOf({ name, arguments: args }: CallParams): Readonly<Record<string, string>> {
    return this.#headers.headersOf(name, args)
  }
}

/** Checks the result of a call. A value of the caller's `output` replaces the one that was sent. */
function check(
  answer: Readonly<Record<string, unknown>>,
  { params, options, validator }: CheckedCall,
): ToolResult<unknown> | Promise<ToolResult<unknown>> {
  const result = answer as object as ToolResult<unknown> // the codec checks results of tools/call
  if (validator === undefined) return result
  return checkStructured(result, validator, { name: params.name, replace: options.output !== undefined })
}
