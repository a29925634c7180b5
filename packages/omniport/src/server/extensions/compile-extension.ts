import { loadOnce } from '../../async/load-once.js'
import type { MaybePromise } from '../../async/maybe-promise.js'
import { isReservedMethod } from '../../protocol/methods/reserved-methods.js'
import {
  functionList,
  functionValue,
  listOf,
  objectValue,
  oneOf,
  stringList,
} from '../../protocol/options/option-checks.js'
import { newestRevision, type Revision, revisions } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { checkOptions, mustBe, required } from '../../values/options/check-options.js'
import { createDefinitionValidator } from '../definitions/definition-validator.js'
import type { ServerServices } from '../server-services.js'
import type { CompiledExtension, ServedFilter, ServedMethod, ServedResultType } from './compiled-extension.js'
import type { ExtensionFilter } from './extension-filter.js'
import { checkMethod, type ExtensionMethod } from './extension-method.js'
import type { ExtensionResultType } from './extension-result-type.js'
import type { ServerExtension } from './server-extension.js'

/** Compiles an extension. @throws TypeError naming the extension and what is wrong with it. */
export function compileExtension(id: string, definition: ServerExtension, services: ServerServices): CompiledExtension {
  const where = `extension "${id}"`
  const given = checkOptions(where, definition, checks)
  const { settings = {}, revisions: served = revisions, methods = {}, resultTypes = {}, listen = {}, use = [] } = given
  assertModern(where, served, { resultTypes, listen })
  const owner = { where, id, services, loadRuntime: loadOnce(() => import('./extension-runtime.js')) }
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
  /** Loads what serves its parts. */
  readonly loadRuntime: () => MaybePromise<typeof import('./extension-runtime.js')>
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

function compileMethod(
  { where, id, services, loadRuntime }: ExtensionOwner,
  name: string,
  given: ExtensionMethod,
): ServedMethod {
  if (name === '' || isReservedMethod(name)) {
    throw mustBe(`${where}: a method`, 'one that the protocol does not have or keep for itself', name)
  }
  const path = `${where}: method "${name}"`
  const { params: schema, nameParam, serve } = checkMethod(path, given)
  const validator = createDefinitionValidator(schema, { where: `${path}: params`, services })
  return {
    nameParam,
    async serve(call) {
      const { serveMethod } = await loadRuntime()
      return serveMethod({ path, name, serve, validator }, { id, services, call })
    },
  }
}

/** Result types that the protocol or the tasks extension has. */
const ownResultTypes: ReadonlySet<string> = new Set(['', 'complete', 'input_required', 'task'])

function compileResultType(
  { where, id, services, loadRuntime }: ExtensionOwner,
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
      const { serveResultType } = await loadRuntime()
      return serveResultType({ path, name: type, serve }, { id, services, call })
    },
  }
}

/** Members that the protocol or the tasks extension has. */
const ownFilters: ReadonlySet<string> = new Set([
  ...['toolsListChanged', 'promptsListChanged', 'resourcesListChanged', 'resourceSubscriptions', 'taskIds'],
])

function compileFilter(
  { where, id, services, loadRuntime }: ExtensionOwner,
  member: string,
  given: ExtensionFilter,
): ServedFilter {
  if (ownFilters.has(member)) throw mustBe(`${where}: listen`, 'for members that the protocol does not have', member)
  const { honour, deliver } = checkOptions(`${where}: listen.${member}`, given, filterChecks)
  return {
    async honour(asked, call) {
      const runtime = await loadRuntime()
      return runtime.honour(honour, asked, { id, services, call })
    },
    async deliver(honoured, call, stream) {
      const runtime = await loadRuntime()
      await runtime.deliver(deliver, honoured, { id, services, call, stream })
    },
  }
}
