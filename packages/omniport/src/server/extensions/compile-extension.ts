import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isReservedMethod } from '../../protocol/methods/reserved-methods.js'
import {
  functionList,
  functionValue,
  listOf,
  objectValue,
  oneOf,
  stringList,
} from '../../protocol/options/option-checks.js'
import { ExtendedResult } from '../../protocol/results/extended-result.js'
import { newestRevision, type Revision, revisions } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { formatIssues } from '../../schema/format-issues.js'
import type { Validator } from '../../schema/standard/validator.js'
import { isObject } from '../../values/json/is-object.js'
import { checkOptions, mustBe, required } from '../../values/options/check-options.js'
import { createDefinitionValidator } from '../definitions/definition-validator.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ServerServices } from '../server-services.js'
import type {
  CompiledExtension,
  ServedFilter,
  ServedMethod,
  ServedResultType,
  SubscriptionStream,
} from './compiled-extension.js'
import type { ExtensionContext } from './extension-context.js'
import type { ExtensionFilter } from './extension-filter.js'
import { checkMethod, type ExtensionMethod } from './extension-method.js'
import type { ExtensionResultType } from './extension-result-type.js'
import { ExtensionScope } from './extension-scope.js'
import type { ServerExtension } from './server-extension.js'

/** Compiles an extension. @throws TypeError naming the extension and what is wrong with it. */
export function compileExtension(id: string, definition: ServerExtension, services: ServerServices): CompiledExtension {
  const where = `extension "${id}"`
  const given = checkOptions(where, definition, checks)
  const { settings = {}, revisions: served = revisions, methods = {}, resultTypes = {}, listen = {}, use = [] } = given
  assertModern(where, served, { resultTypes, listen })
  const owner = { where, id, services }
  return {
    id,
    settings,
    revisions: served,
    methods: mapOf(methods, (name, method) => compileMethod(owner, name, method)),
    resultTypes: mapOf(resultTypes, (type, result) => compileResultType(owner, type, result)),
    filters: mapOf(listen, (member, filter) => compileFilter(owner, member, filter)),
    middleware: use,
  }
}

const checks = {
  settings: objectValue,
  revisions: listOf('an array of revisions', oneOf(...revisions)),
  methods: objectValue,
  resultTypes: objectValue,
  listen: objectValue,
  use: functionList,
}
const resultTypeChecks = { methods: stringList, serve: required(functionValue) }
const filterChecks = { honour: required(functionValue), deliver: required(functionValue) }

interface ExtensionOwner {
  readonly where: string
  readonly id: string
  readonly services: ServerServices
}

function mapOf<T, U>(given: Readonly<Record<string, T>>, compile: (name: string, value: T) => U): Map<string, U> {
  return new Map(Object.entries(given).map(([name, value]) => [name, compile(name, value)]))
}

function assertModern(where: string, served: readonly Revision[], members: Readonly<Record<string, object>>): void {
  if (served.some((revision) => !isLegacy(revision))) return
  const name = Object.keys(members).find((member) => Object.keys(members[member] ?? {}).length > 0)
  if (name !== undefined)
    throw new TypeError(`${where}: ${name} works at ${newestRevision}, which is not among its revisions`)
}

function compileMethod({ where, id, services }: ExtensionOwner, name: string, given: ExtensionMethod): ServedMethod {
  if (name === '' || isReservedMethod(name)) {
    throw mustBe(`${where}: a method`, 'one that the protocol does not have or keep for itself', name)
  }
  const path = `${where}: method "${name}"`
  const { params: schema, nameParam, serve } = checkMethod(path, given)
  const validator = createDefinitionValidator(schema, { where: `${path}: params`, services })
  return {
    nameParam,
    async serve(call) {
      const { _meta, ...params } = call.params
      const checked = await checkParams(name, params, validator)
      const result = await within({ id, services, call }, (ctx) => run(serve, checked, ctx))
      return new ExtendedResult('complete', assertResult(path, result ?? {}))
    },
  }
}

/** Result types that the protocol or the tasks extension has. */
const ownResultTypes: ReadonlySet<string> = new Set(['', 'complete', 'input_required', 'task'])

function compileResultType(
  { where, id, services }: ExtensionOwner,
  type: string,
  given: ExtensionResultType,
): ServedResultType {
  if (ownResultTypes.has(type)) throw mustBe(`${where}: a result type`, 'one that the protocol does not have', type)
  const path = `${where}: result type "${type}"`
  const { methods, serve } = checkOptions(path, given, resultTypeChecks)
  if (methods === undefined) throw mustBe(`${path}: methods`, 'an array of methods of the protocol', methods)
  const foreign = methods.find((method) => !isReservedMethod(method))
  if (foreign !== undefined) throw mustBe(`${path}: a method`, 'one of the protocol', foreign)
  return {
    methods,
    async serve(call) {
      const result = await within({ id, services, call }, (ctx) => serve(call.params, ctx))
      return isNothing(result) ? undefined : new ExtendedResult(type, assertResult(path, result))
    },
  }
}

/** Members that the protocol or the tasks extension has. */
const ownFilters: ReadonlySet<string> = new Set([
  ...['toolsListChanged', 'promptsListChanged', 'resourcesListChanged', 'resourceSubscriptions', 'taskIds'],
])

function compileFilter({ where, id, services }: ExtensionOwner, member: string, given: ExtensionFilter): ServedFilter {
  if (ownFilters.has(member)) throw mustBe(`${where}: listen`, 'for members that the protocol does not have', member)
  const { honour, deliver } = checkOptions(`${where}: listen.${member}`, given, filterChecks)
  return {
    async honour(asked, call) {
      const honoured = await within({ id, services, call }, (ctx) => honour(asked, ctx))
      return isNothing(honoured) ? undefined : honoured
    },
    async deliver(honoured, call, stream) {
      await within({ id, services, call, stream }, async (ctx) => {
        if (!stream.signal.aborted) await run(deliver, honoured, ctx)
      })
    },
  }
}

interface ExtensionInvocation {
  readonly id: string
  readonly services: ServerServices
  readonly call: HandlerRequest
  readonly stream?: SubscriptionStream
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
