import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { ExtendedResult } from '../../protocol/results/extended-result.js'
import { formatIssues } from '../../schema/format-issues.js'
import type { Validator } from '../../schema/standard/validator.js'
import { isObject } from '../../values/json/is-object.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ServerServices } from '../server-services.js'
import type { SubscriptionStream } from './compiled-extension.js'
import type { ExtensionContext } from './extension-context.js'
import type { ExtensionFilter } from './extension-filter.js'
import type { ExtensionMethod } from './extension-method.js'
import type { ExtensionResultType } from './extension-result-type.js'
import { ExtensionScope } from './extension-scope.js'

/** A request that a part of an extension serves. */
export interface ExtensionInvocation {
  readonly id: string
  readonly services: ServerServices
  readonly call: HandlerRequest
  readonly stream?: SubscriptionStream
}

export interface ServedPart {
  /** The beginning of error texts. */
  readonly path: string
  /** The method or result type. */
  readonly name: string
}

export async function serveMethod(
  { path, name, serve, validator }: ServedPart & Pick<ExtensionMethod, 'serve'> & { validator: Validator | undefined },
  invocation: ExtensionInvocation,
): Promise<object> {
  const { _meta, ...params } = invocation.call.params
  const checked = await checkParams(name, params, validator)
  const result = await within(invocation, (ctx) => run(serve, checked, ctx))
  return new ExtendedResult('complete', assertResult(path, result ?? {}))
}

export async function serveResultType(
  { path, name, serve }: ServedPart & Pick<ExtensionResultType, 'serve'>,
  invocation: ExtensionInvocation,
): Promise<object | undefined> {
  const result = await within(invocation, (ctx) => serve(invocation.call.params, ctx))
  return isNothing(result) ? undefined : new ExtendedResult(name, assertResult(path, result))
}

export async function honour(
  filter: ExtensionFilter['honour'],
  asked: unknown,
  invocation: ExtensionInvocation,
): Promise<unknown> {
  const honoured = await within(invocation, (ctx) => filter(asked, ctx))
  return isNothing(honoured) ? undefined : honoured
}

export async function deliver(
  filter: ExtensionFilter['deliver'],
  honoured: unknown,
  invocation: ExtensionInvocation & { readonly stream: SubscriptionStream },
): Promise<void> {
  await within(invocation, async (ctx) => {
    if (!invocation.stream.signal.aborted) await run(filter, honoured, ctx)
  })
}

/** Runs a function of an author with a context, and releases the context afterwards. */
async function within<T>(
  { id, services, call, stream }: ExtensionInvocation,
  fn: (ctx: ExtensionScope) => T | Promise<T>,
): Promise<T> {
  const app = await services.context?.(call.exchange)
  return new ExtensionScope({ id, services, call, stream, app }).use(fn)
}

async function checkParams(method: string, params: RpcParams, validator: Validator | undefined): Promise<unknown> {
  const checked = (await validator?.check(params)) ?? { value: params }
  if (checked.issues === undefined) return checked.value
  throw RpcError.invalidParams(`Invalid params for ${method}: ${formatIssues(checked.issues)}`)
}

/** Calls a function of an author. The schema or the `honour` of the same author produced the value. */
function run(fn: (value: never, ctx: ExtensionContext) => unknown, value: unknown, ctx: ExtensionContext): unknown {
  return fn(value as never, ctx)
}

function isNothing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function assertResult(where: string, result: unknown): object {
  if (isObject(result)) return result
  throw new TypeError(`${where} must give an object, got ${Array.isArray(result) ? 'an array' : typeof result}`)
}
