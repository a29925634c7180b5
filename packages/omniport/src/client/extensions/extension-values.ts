import { isMetaKey } from '../../protocol/meta/is-meta-key.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import {
  booleanValue,
  functionValue,
  listOf,
  objectValue,
  revisionValue,
  stringList,
  stringValue,
} from '../../protocol/options/option-checks.js'
import { newestRevision, revisions } from '../../protocol/revisions/revision.js'
import { type Check, checkOptions, mustBe, type OptionChecks, required } from '../../values/options/check-options.js'
import type { ClientExtension, ResultType } from './client-extension.js'

/** Extensions by identifier: a prefix, a slash and a name. spec: basic/versioning#extension-negotiation */
export const extensionValues: Check = (path, value) => {
  objectValue(path, value)
  for (const [id, extension] of Object.entries(value as object)) {
    if (!/\/./.test(id) || !isMetaKey(id)) {
      throw mustBe(`${path}: an identifier`, 'a prefix, a slash and a name, such as "com.example/search"', id)
    }
    if (id === tasksExtensionId) throw new TypeError(`${path}: "${id}" is built in; leave it out`)
    objectValue(`${path}["${id}"]`, extension)
    assertModern(`${path}["${id}"]`, checkOptions(`${path}["${id}"]`, extension as ClientExtension, checks))
  }
}

/** @throws TypeError for members that only the newest revision has, where it is not among the revisions. */
function assertModern(
  path: string,
  { revisions: offered = revisions, resultTypes, nameParams }: ClientExtension,
): void {
  if (offered.includes(newestRevision)) return
  const name = Object.entries({ resultTypes, nameParams }).find(
    ([, member]) => Object.keys(member ?? {}).length > 0,
  )?.[0]
  if (name !== undefined)
    throw new TypeError(`${path}: ${name} works at ${newestRevision}, which is not among its revisions`)
}

const checks: OptionChecks<ClientExtension> = {
  revisions: listOf('an array of revisions', revisionValue),
  settings: objectValue,
  notifications: recordOf(functionValue),
  resultTypes: recordOf(resultType),
  nameParams: recordOf(stringValue),
}

const resultTypeChecks: OptionChecks<ResultType> = {
  methods: required(stringList),
  mayTakeLong: booleanValue,
  run: required(functionValue),
}

function resultType(path: string, value: unknown): void {
  objectValue(path, value)
  checkOptions(path, value as object, resultTypeChecks)
}

function recordOf(check: Check): Check {
  return (path, value) => {
    objectValue(path, value)
    for (const [name, member] of Object.entries(value as object)) check(`${path}["${name}"]`, member)
  }
}
