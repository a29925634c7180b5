import { functionValue, stringValue } from '../../protocol/options/option-checks.js'
import type { AnySchema, JsonSchema, Output } from '../../schema/schema.js'
import { checkOptions, required } from '../../values/options/check-options.js'
import { schemaValue } from '../definitions/schema-value.js'
import type { ExtensionContext } from './extension-context.js'

/** A method that an extension adds to a server. `extensionMethod` makes one with typed parameters. */
export interface ExtensionMethod {
  /** The parameters, without `_meta`; others are -32602. Default: any. */
  readonly params?: AnySchema | undefined
  /**
   * The parameter that the HTTP header `Mcp-Name` repeats, so that an intermediary can decide on it. Default: none.
   */
  readonly nameParam?: string | undefined
  /**
   * Gives the members of the result; nothing is an empty result. A thrown `RpcError` goes to the client as it is, any
   * other error as -32603 without its text.
   */
  readonly serve: (params: never, ctx: ExtensionContext) => unknown
}

/** The options of `extensionMethod()`. */
export interface ExtensionMethodOptions<S extends AnySchema> extends Omit<ExtensionMethod, 'serve'> {
  readonly params?: S | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing acknowledges
  readonly serve: (params: Output<S>, ctx: ExtensionContext) => object | void | Promise<object | void>
}

/**
 * Defines a method of an extension. Its `serve` gets the parameters as `params` validated them.
 *
 * @throws TypeError naming the option that is unknown or not what it must be.
 */
export function extensionMethod<const S extends AnySchema = JsonSchema>(
  options: ExtensionMethodOptions<S>,
): ExtensionMethod {
  return checkMethod('extensionMethod', options)
}

/** @throws TypeError that starts with `where`. */
export function checkMethod(where: string, method: ExtensionMethod): ExtensionMethod {
  return checkOptions(where, method, checks)
}

const checks = { params: schemaValue, nameParam: stringValue, serve: required(functionValue) }
