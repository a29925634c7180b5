import type { PromptMessage } from '../../protocol/model/prompt.js'
import { completions, functionValue } from '../../protocol/options/option-checks.js'
import type { AnySchema, Input, JsonSchema, Output } from '../../schema/schema.js'
import { checkOptions, required } from '../../values/options/check-options.js'
import { checkComplete } from '../completion/check-complete.js'
import type { Complete } from '../completion/complete.js'
import { definitionChecks } from '../definitions/definition-checks.js'
import type { DefinitionOptions } from '../definitions/definition-options.js'
import { schemaValue } from '../definitions/schema-value.js'
import type { Context } from '../requests/context.js'

/**
 * Defines a prompt. Its arguments are strings on the wire: coerce those that should have another type.
 * A server refuses a JSON Schema document or a Zod schema with an argument that takes no string.
 *
 * @throws TypeError naming the option that is unknown or not what it must be.
 *
 * spec: server/prompts#getting-a-prompt
 */
export function prompt<const A extends AnySchema = JsonSchema, App = unknown>(
  definition: PromptOptions<A, App> & PromptSchema<A>,
): PromptDefinition<A, App> {
  const checked = checkOptions({ name: 'prompt', foreignNames }, definition, checks)
  const names = argumentNames(definition.arguments)
  if (names !== undefined) checkComplete('prompt', definition.complete, names)
  return checked as PromptDefinition<A, App> // FromStrings<A> is A where the call compiles
}

/** From this alone the compiler infers the schema where `get` is missing, so that it names what stands in the place of it. */
interface PromptSchema<A> {
  readonly arguments?: FromStrings<A> | undefined
}

/** The options of `prompt()`. */
export interface PromptOptions<A, App> extends DefinitionOptions {
  /** Default: none. */
  readonly arguments?: FromStrings<A> | undefined
  /** Suggests values for the arguments. */
  readonly complete?: { readonly [K in keyof Output<A>]?: Complete<App> | undefined } | undefined
  readonly get: (args: Output<A>, ctx: Context<App>) => Messages | Promise<Messages>
}

/**
 * The result of a prompt: one message of the user as a string, messages, or messages with a description. A malformed message
 * is an internal error, and the log names it.
 */
export type Messages =
  | string
  | readonly PromptMessage[]
  | { readonly description?: string | undefined; readonly messages: readonly PromptMessage[] }

/** The members of a prompt that a server uses. */
export interface AnyPrompt<in App = never> extends DefinitionOptions {
  readonly get: (args: never, ctx: Context<App>) => unknown
  readonly complete?: { readonly [argument: string]: Complete<App> | undefined } | undefined
}

/** A prompt that `prompt()` returned: frozen, and usable in any number of servers. */
export interface PromptDefinition<A, App> extends AnyPrompt<App> {
  readonly arguments?: A | undefined
}

/** The names of the members that no string can be the input of. */
type NotStrings<A> = {
  [K in keyof Input<A>]-?: [Input<A>[K] & string] extends [never] ? K : never
}[keyof Input<A>]

/** `A`, if every argument can be given as a string; else a text that names those that cannot. */
export type FromStrings<A> = [NotStrings<A>] extends [never]
  ? A
  : `prompt arguments are strings on the wire: coerce ${NotStrings<A> & string}`

const foreignNames = {
  name: 'the key in `prompts` of createServer is the name',
  argsSchema: 'use "arguments"',
  load: 'use "get"',
}

const checks = {
  ...definitionChecks,
  arguments: schemaValue,
  complete: completions,
  get: required(functionValue),
}

/** Undefined where only the conversion of the schema can tell. */
function argumentNames(schema: unknown): readonly string[] | undefined {
  if (schema === undefined) return []
  const { properties } = schema as { readonly properties?: unknown }
  if ('~standard' in (schema as object) || typeof properties !== 'object' || properties === null) return undefined
  return Object.keys(properties)
}
