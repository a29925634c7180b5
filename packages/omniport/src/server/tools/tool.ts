import type { Middleware } from '../../protocol/exchange/exchange.js'
import type { Content } from '../../protocol/model/content.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { TaskSupport } from '../../protocol/model/task-support.js'
import type { ToolAnnotations } from '../../protocol/model/tool.js'
import {
  booleanValue,
  functionList,
  functionValue,
  listOf,
  oneOf,
  toolAnnotations,
} from '../../protocol/options/option-checks.js'
import type { AnySchema, Input, JsonSchema, Output } from '../../schema/schema.js'
import { type Check, checkOptions, mustBe, required } from '../../values/options/check-options.js'
import type { AppDefinition } from '../apps/app.js'
import { definitionChecks } from '../definitions/definition-checks.js'
import type { DefinitionOptions } from '../definitions/definition-options.js'
import { schemaValue } from '../definitions/schema-value.js'
import type { Context } from '../requests/context.js'
import type { FullResult } from './result.js'

/**
 * Defines a tool. `run` gets the validated arguments and a `Context`; annotate that as `Context<App>` to use `ctx.app`.
 *
 * With `output`, `run` returns the structured value, which is validated and also sent as JSON text. Without it, a
 * string or content blocks are content, `{ content: [...] }` is a full result, and any other object is structured
 * content, unless it has `isError`, which belongs to a result. In both cases `result({...})` is a full result. A thrown
 * `ToolError` or plain `Error` is a result with `isError` and its message, which the model reads; a thrown `RpcError` is a
 * protocol error; other errors reach the peer without their text (`errors` of `createServer`). So does malformed content, such
 * as an image whose `data` is no base64: the log names the block and the member.
 *
 * The types of the arguments and the value come from the schemas, also from a JSON Schema literal. A function that is generic
 * in its schemas names them: `tool<I, O>({ … })`.
 *
 * @throws TypeError naming the option that is unknown or not what it must be.
 *
 * spec: server/tools#calling-tools
 */
export function tool<
  const I extends AnySchema = JsonSchema,
  const O extends AnySchema | undefined = undefined,
  App = unknown,
  Before = undefined,
  R = unknown,
>(definition: ToolOptions<I, O, App, Before, R> & ToolSchemas<I, O>): ToolDefinition<I, O, App> {
  const checked = checkOptions({ name: 'tool', foreignNames }, definition, checks)
  if (checked.before !== undefined && checked.task === undefined) {
    throw new TypeError('tool: before is for a tool that can be a task; say task: "optional" or "required"')
  }
  const hasOwnMeta = checked._meta !== undefined && Object.hasOwn(checked._meta, 'ui')
  if (hasOwnMeta && (checked.app ?? checked.visibility) !== undefined) {
    throw new TypeError('tool: _meta.ui is made of app and visibility; leave it out')
  }
  return checked
}

/**
 * The compiler infers nothing from a literal that lacks `run` and has a member which `ToolOptions` lacks, and would blame the
 * schemas. From these alone it infers them, and so it names that member.
 */
interface ToolSchemas<I, O> {
  readonly input?: I | undefined
  readonly output?: O | undefined
}

/** The options of `tool()`. */
export interface ToolOptions<I, O, App, Before = undefined, R = unknown> extends DefinitionOptions {
  /** The schema of the arguments. Default: an object with unknown members. */
  readonly input?: I | undefined
  /** The schema of the structured value that `run` returns. Default: not described. */
  readonly output?: O | undefined
  /** Hints for clients; never a substitute for `authorize`. */
  readonly annotations?: ToolAnnotations | undefined
  /** Says if a client may or must call the tool as a task. Default: neither. */
  readonly task?: Exclude<TaskSupport, 'forbidden'> | undefined
  /**
   * The user interface that a host shows beside the result, of `app()`, or of a file by `await appFrom(file, …)` of `omniport/node`.
   * The result has text all the same: JSON of the structured value, where the tool gives no content. Not to be confused with
   * `ctx.app`. Default: none.
   *
   * spec: SEP-1865#resource-discovery
   */
  readonly app?: AppDefinition<App> | undefined
  /**
   * The callers of the tool: models, apps of this server, or both. `['app']` is for what a view needs and a model does not. Hosts
   * keep such tools from models, and this is no access control. Before 2026-07-28 clients that declare no apps do not see them in the
   * list; since then each client gets the same list. Default: both.
   *
   * spec: SEP-1865#visibility
   */
  readonly visibility?: readonly ('model' | 'app')[] | undefined
  /**
   * Accepts the answers of a round once, and only with the state they belong to (2026-07-28). Several nodes need a
   * shared blob store; without one each counts for itself. Default: false.
   */
  readonly singleUse?: boolean | undefined
  /** Decides on one call, after its arguments are validated. False is a tool error. Default: allowed. */
  readonly authorize?: ((args: Output<I>, ctx: Context<App>) => boolean | Promise<boolean>) | undefined
  /** Wraps the calls of this tool only, the first outermost. */
  readonly use?: readonly Middleware[] | undefined
  /**
   * Runs before there is a task, for example to ask for consent: as part of the request, after validation and
   * authorization. An error that it throws is the answer to the call, and there is no task. The value, which must be
   * JSON, is the third argument of `run`. Only with `task`; a call without a task runs it too. Write it before `run`,
   * so that its type is inferred there. Default: nothing.
   */
  readonly before?: ((args: Output<I>, ctx: Context<App>) => Before | Promise<Before>) | undefined
  readonly run: (args: Output<I>, ctx: Context<App>, before: Before) => Returned<R, O> | LiteralHint<R>
}

/**
 * The members of a tool that a server uses. There are no input and output types here, so that type inference of one
 * tool does not depend on the others of its registry.
 */
export interface AnyTool<in App = never> extends DefinitionOptions {
  readonly run: (args: never, ctx: Context<App>, before: never) => unknown
  readonly annotations?: ToolAnnotations | undefined
  readonly task?: Exclude<TaskSupport, 'forbidden'> | undefined
  readonly app?: AppDefinition<App> | undefined
  readonly visibility?: readonly ('model' | 'app')[] | undefined
  readonly singleUse?: boolean | undefined
  readonly authorize?: ((args: never, ctx: Context<App>) => boolean | Promise<boolean>) | undefined
  readonly before?: ((args: never, ctx: Context<App>) => unknown) | undefined
  readonly use?: readonly Middleware[] | undefined
}

/** A tool that `tool()` returned: frozen, and usable in any number of servers. */
export interface ToolDefinition<I, O, App> extends AnyTool<App> {
  readonly input?: I | undefined
  readonly output?: O | undefined
}

/**
 * What a tool with `output` may return, if `R` is that. Else the one type that is expected in the place of `R`, so that the
 * compiler compares the two and names the member that differs.
 */
export type Returned<R, O> = unknown extends R
  ? Allowed<O> | Promise<Allowed<O>>
  : R extends Allowed<O> | Promise<Allowed<O>>
    ? R | Allowed<O> | Promise<Allowed<O>>
    : R extends Promise<infer V>
      ? Promise<unknown extends V ? V : Expected<V, O>> // unknown: a `new Promise(…)` whose value nothing tells
      : Expected<R, O>

type Allowed<O> = O extends AnySchema ? Input<O> | FullResult : ToolValue

/**
 * The values that a tool without `output` may return. A malformed block of content, such as an image without `mimeType`, and
 * an `isError` beside no `content` do not compile. Neither does a value of type `unknown[]`.
 */
type ToolValue =
  | string
  | (Content & NoResult)
  | (CallToolResult & NoBlock)
  | (FullResult & NoResult & NoBlock)
  | Data
  | Items
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is a tool too
  | void

/** Data of the author, which is sent as it is. */
type Data = (object & NoResult & NoBlock) | (object & TypedData)

/** Data may have a `type` of its own, but not the bytes of an image or of audio beside it. */
interface TypedData extends NoResult {
  readonly type: unknown
  readonly data?: NoBytes | undefined
}

type NoBytes = number | boolean | null | readonly unknown[] | (object & { readonly byteLength?: undefined })

type Item = string | number | boolean | null | undefined | Content | Data | Items

interface Items extends ReadonlyArray<Item>, NoPromise {
  readonly type?: undefined
  readonly isError?: undefined
}

// Each of the types above lacks what the others are recognised by. So the compiler knows which of them a value was meant
// to be, and says what that one lacks.
interface NoPromise {
  readonly [Symbol.toStringTag]?: undefined
}

interface NoArray extends NoPromise {
  readonly [Symbol.iterator]?: undefined
}

interface NoResult extends NoArray {
  readonly content?: undefined
  readonly isError?: undefined
}

interface NoBlock extends NoArray {
  readonly type?: undefined
}

type Expected<R, O> = O extends AnySchema
  ? Input<O>
  : R extends { readonly content: unknown } | { readonly isError: unknown }
    ? CallToolResult
    : R extends { readonly type: infer T extends Content['type'] }
      ? Extract<Content, { readonly type: T }>
      : R extends readonly unknown[]
        ? Items
        : R extends object
          ? ToolValue
          : 'a tool returns text, an object, content blocks, or nothing'

/** Keeps literals in a returned value (`'ok'`, not `string`) while `R` and `output` are inferred; afterwards it is never. */
export type LiteralHint<R> = [R] extends [never] ? Literal | Promise<Literal> : never

type Literal =
  | ''
  | 0
  | false
  // biome-ignore lint/complexity/noBannedTypes: anything, with a hint that its members are literals
  | {}
  | null
  | undefined
  | readonly Literal[]
  | []
  | { readonly [name: string]: Literal }

const foreignNames = {
  name: 'the key in `tools` of createServer is the name',
  inputSchema: 'use "input"',
  parameters: 'use "input"',
  outputSchema: 'use "output"',
  execute: 'use "run"',
  handler: 'use "run"',
}

const appValue: Check = (path, value) => {
  if (value instanceof Promise) throw new TypeError(`${path}: write await before appFrom(…)`)
  const { uri, serve } = Object(value) as { uri?: unknown; serve?: unknown }
  if (typeof uri !== 'string' || typeof serve !== 'function') throw mustBe(path, 'what app() or appFrom() gives', value)
}

const callers = listOf('an array of "model" and "app"', oneOf('model', 'app'))

const visibilityValue: Check = (path, value) => {
  callers(path, value)
  if ((value as readonly unknown[]).length === 0) throw mustBe(path, 'an array that names a caller', value)
}

const checks = {
  ...definitionChecks,
  input: schemaValue,
  output: schemaValue,
  annotations: toolAnnotations,
  task: oneOf('optional', 'required'),
  app: appValue,
  visibility: visibilityValue,
  singleUse: booleanValue,
  authorize: functionValue,
  before: functionValue,
  use: functionList,
  run: required(functionValue),
}
